import { errorsPage } from './errors-page.ts';
import { limitsPage } from './limits-page.ts';

/** The generated pages of `docs/` by file name, always the same text for the same contract and rules. */
export const PAGES: Readonly<Record<'errors.md' | 'limits.md', string>> = {
  'errors.md': errorsPage(),
  'limits.md': limitsPage(),
};

/** Where a page lies. */
export function fileOf(name: string): URL {
  return new URL(`../../../docs/${name}`, import.meta.url);
}
