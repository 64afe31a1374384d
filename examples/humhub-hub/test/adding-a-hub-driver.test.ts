import { readFileSync } from 'node:fs';
import { lengthsOf, readGuide } from '@fanfare/harness/testing';
import { expect, test } from 'vitest';

const SOURCE = new URL('../src/', import.meta.url);
const ADDRESS = new URL('../../../docs/adding-a-hub-driver.md', import.meta.url);
const GUIDE = readGuide(ADDRESS);
const PAGE = readFileSync(ADDRESS, 'utf8');

test.each(GUIDE.pieces)('the page shows %s as it is', (file, code) => {
  expect(readFileSync(new URL(file, SOURCE), 'utf8')).toContain(code);
});

test('the page lists every file of the package, and how long it is', () => {
  expect(GUIDE.lengths).toEqual(lengthsOf(SOURCE));
});

test.each([
  ['Threads', 'packages/networks/threads'],
  ['WordPress', 'packages/hubs/wordpress'],
  ['Micropub', 'packages/hubs/micropub'],
  ['HumHub', 'examples/humhub-hub'],
])('the page says how long %s is', (name, folder) => {
  const lengths = Object.entries(lengthsOf(new URL(`../../../${folder}/src/`, import.meta.url)));
  const all = lengths.reduce((sum, [, lines]) => sum + lines, 0);
  expect(PAGE).toContain(`\n| ${name} | ${all} | `);
});

test('the page shows code of the steps that matter', () => {
  expect(GUIDE.pieces.map(([name]) => name)).toEqual([
    'server.ts',
    'hub-type.ts',
    'create-humhub.ts',
    'options.ts',
    'publish.ts',
    'publish.ts',
    'reconcile.ts',
    'error-rows.ts',
  ]);
});
