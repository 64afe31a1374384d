import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { apiPages } from '../src/api-reference/api-pages.ts';
import { missing, undocumented, unexplained } from '../src/api-reference/check-api.ts';
import { type ConvertedApi, convertApi } from '../src/api-reference/convert-api.ts';
import { fileOf } from '../src/pages.ts';

const ENTRY_POINTS = ['sdk/src', 'mock/src', 'mock/src/msw', 'mock/src/playwright', 'mock/src/server'].map((entry) =>
  fileURLToPath(
    new URL(`../../../packages/${/src$|server$/.test(entry) ? `${entry}/index` : entry}.ts`, import.meta.url),
  ),
);

let api: ConvertedApi;
beforeAll(async () => {
  api = await convertApi();
});

test('everything that @fanfare/sdk and @fanfare/mock export is on a page', () => {
  expect(missing(api, ENTRY_POINTS)).toEqual([]);
});

test('every exported name, method and field says what it is', () => {
  expect(undocumented(api)).toEqual([]);
});

test('every type they mention is explained, but for what Playwright hands over', () => {
  expect(unexplained(api)).toEqual(['Route']);
});

test('docs/reference is what the sources say (else run `pnpm golden`)', async () => {
  const pages = await apiPages(api);
  const folder = fileURLToPath(fileOf('reference'));
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(written.toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [name, text] of pages) expect(readFileSync(`${folder}/${name}`, 'utf8')).toBe(text);
});

test('the pages tell of no machine and no revision', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  for (const [name, text] of await apiPages(api)) {
    const told = [root, 'file://', 'node_modules', '/blob/', 'Defined in'].filter((part) => text.includes(part));
    expect([name, told]).toEqual([name, []]);
  }
});
