import { errorsPage } from './errors-page.ts';
import { limitsPage } from './limits-page.ts';
import { writtenBy } from './markdown.ts';

const written = (text: string): string =>
  writtenBy('golden', 'packages/contract, packages/rules and packages/networks', text);

/**
 * The generated pages that are committed, by file name: answers and other pages link to their
 * sections, so they must be readable in the repository itself. The same contract and rules always
 * give the same text.
 */
export const PAGES: Readonly<Record<'errors.md' | 'limits.md', string>> = {
  'errors.md': written(errorsPage()),
  'limits.md': written(limitsPage()),
};

/** The file of a page. */
export function fileOf(name: string): URL {
  return new URL(`../../../docs/${name}`, import.meta.url);
}
