import { type ComponentType, lazy } from 'react';
import { setLoad } from '../location/preload.ts';

/** The default export of a page's folder. Parameters of its path are its properties. */
type Page = { readonly default: ComponentType<Record<string, string>> };

/** One page: its address, and its folder below `pages/`, loaded on the first visit. */
export type Route = {
  readonly path: string;
  readonly Page: ComponentType<Record<string, string>>;
};

function route(path: string, load: () => Promise<Page>): Route {
  setLoad(path, load);
  return { path, Page: lazy(load) };
}

/** Every page. A test compares them with `apps/server/src/dashboard/dashboard-paths.ts`. */
export const ROUTES: readonly Route[] = [
  route('/', () => import('../pages/home/page.tsx')),
  route('/compose', () => import('../pages/compose/page.tsx')),
  route('/drafts', () => import('../pages/drafts/page.tsx')),
  route('/posts', () => import('../pages/posts/page.tsx')),
  route('/posts/:id', () => import('../pages/post/page.tsx')),
  route('/calendar', () => import('../pages/calendar/page.tsx')),
  route('/accounts', () => import('../pages/accounts/page.tsx')),
  route('/accounts/:id', () => import('../pages/account/page.tsx')),
  route('/requests', () => import('../pages/requests/page.tsx')),
  route('/webhooks', () => import('../pages/webhooks/page.tsx')),
  route('/webhooks/:id', () => import('../pages/webhook/page.tsx')),
  route('/usage', () => import('../pages/usage/page.tsx')),
  route('/settings/keys', () => import('../pages/settings-keys/page.tsx')),
  route('/settings/apps', () => import('../pages/settings-apps/page.tsx')),
  route('/settings/members', () => import('../pages/settings-members/page.tsx')),
  route('/settings/project', () => import('../pages/settings-project/page.tsx')),
  route('/settings/branding', () => import('../pages/settings-branding/page.tsx')),
  route('/settings/sessions', () => import('../pages/settings-sessions/page.tsx')),
];
