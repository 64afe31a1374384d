import { ROUTES } from './routes.ts';

/** Loads the code of a page before somebody goes there. */
export function preload(href: string): void {
  // A failure shows when the page is opened.
  void ROUTES.find(({ path }) => path === href)
    ?.load()
    .catch(() => undefined);
}
