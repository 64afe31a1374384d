import { readFileSync } from 'node:fs';
import { lengthsOf, readGuide } from '@fanfare/harness/testing';
import { expect, test } from 'vitest';

const SOURCE = new URL('../src/', import.meta.url);
const GUIDE = readGuide(new URL('../../../docs/adding-a-hub-driver.md', import.meta.url));

test.each(GUIDE.pieces)('the page shows %s as it is', (file, code) => {
  expect(readFileSync(new URL(file, SOURCE), 'utf8')).toContain(code);
});

test('the page lists every file of the package, and how long it is', () => {
  expect(GUIDE.lengths).toEqual(lengthsOf(SOURCE));
});

test('the page shows code of the steps that matter', () => {
  expect(GUIDE.pieces.map(([name]) => name)).toEqual([
    'server.ts',
    'hub-type.ts',
    'create-humhub.ts',
    'publish.ts',
    'publish.ts',
    'reconcile.ts',
    'error-rows.ts',
  ]);
});
