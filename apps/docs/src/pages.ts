import { deploymentShapes } from './diagrams/deployment-shapes.ts';
import { monitoring } from './diagrams/monitoring.ts';
import { postPath } from './diagrams/post-path.ts';
import { errorsPage } from './errors-page.ts';
import { limitsPage } from './limits-page.ts';
import { writtenBy } from './markdown.ts';

const written = (text: string): string =>
  writtenBy('golden', 'packages/contract, packages/rules and packages/networks', text);

/**
 * The generated pages that are committed, by file name: answers and other pages link to their sections, so they must be readable in the
 * repository itself. The same contract and rules always give the same text.
 */
export const PAGES: Readonly<Record<'errors.md' | 'limits.md', string>> = {
  'errors.md': written(errorsPage()),
  'limits.md': written(limitsPage()),
};

/** Pictures that are drawn by code, by file name: GitHub shows them too. */
export const DIAGRAMS: Readonly<Record<string, string>> = {
  'images/post-path.svg': postPath(),
  'images/deployment-shapes.svg': deploymentShapes(),
  'images/monitoring.svg': monitoring(),
};

/** The file of a page or picture. */
export function fileOf(name: string): URL {
  return new URL(`../../../docs/${name}`, import.meta.url);
}
