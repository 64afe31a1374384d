import { pathPattern } from '@fanfare/rules';

/** The addresses of the dashboard's pages. `apps/dashboard/src/app/routes.ts` lists the pages themselves. */
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

/** Whether a page of the dashboard is at this path; `development` adds the page that shows its components. */
export const isDashboardPath = (path: string, { development }: { readonly development: boolean }): boolean =>
  PATTERNS.some((pattern) => pattern.test(path)) || (development && DESIGN.test(path));
