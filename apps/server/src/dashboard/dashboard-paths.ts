import { pathPattern } from '@fanfare/rules';

/** Paths of the dashboard's pages, as in `apps/dashboard/src/app/routes.ts`. */
const PATHS = [
  '/',
  '/posts',
  '/posts/:id',
  '/drafts',
  '/compose',
  '/calendar',
  '/accounts',
  '/accounts/:id',
  '/webhooks',
  '/webhooks/:id',
  '/requests',
  '/usage',
  '/settings/:page',
];
const PATTERNS = PATHS.map(pathPattern);

/** Whether a page of the dashboard is at this path. */
export const isDashboardPath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));
