import { STATEMENTS, statementsPage } from '@fanfare/api-suite';
import { apiPages } from './api-reference/api-pages.ts';
import type { ConvertedApi } from './api-reference/convert-api.ts';
import { writtenBy } from './markdown.ts';

const SOURCES = 'packages/sdk/src, packages/mock/src and testing/api-suite/src';

/**
 * The pages of `docs/reference` by path, such as `sdk/posts.md`: always the same text for the same
 * sources. They are published and not committed, because they only repeat comments and statements.
 */
export async function referencePages(api?: ConvertedApi): Promise<ReadonlyMap<string, string>> {
  const pages = [...(await apiPages(api)), ['api-suite.md', statementsPage(STATEMENTS)] as const];
  return new Map(pages.map(([name, text]) => [name, writtenBy('docs:build', SOURCES, text)]));
}
