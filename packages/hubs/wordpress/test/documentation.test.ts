import { readFileSync } from 'node:fs';
import { documentedRows } from '@fanfare/hub/testing';
import { expect, it } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';

const page = readFileSync(new URL('../../../../docs/hubs/wordpress.md', import.meta.url), 'utf8');

it('docs/hubs/wordpress.md lists every row of the error table, in order, with its code and source', () => {
  expect(documentedRows(page)).toEqual(ERROR_ROWS.map(({ name, code, source }) => ({ name, code, source })));
});

it('names every code that a row is about', () => {
  const codes = ERROR_ROWS.flatMap(({ when = [] }) => when.flatMap((match) => match.codes ?? []));
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
