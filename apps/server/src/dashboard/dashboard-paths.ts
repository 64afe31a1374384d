import { pathPattern } from '@fanfare/rules';

/** Paths of the dashboard's pages, as in `apps/dashboard/src/app/routes.ts`. */
const PATHS = [
  '/',
  '/posts',
  '/posts/:id',
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
const DESIGN = pathPattern('/__design');

/** Whether the dashboard has a page at this path. `development` adds the page of components. */
export const isDashboardPath = (path: string, { development }: { readonly development: boolean }): boolean =>
  PATTERNS.some((pattern) => pattern.test(path)) || (development && DESIGN.test(path));
