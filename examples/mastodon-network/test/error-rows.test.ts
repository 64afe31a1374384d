import { expect, test } from 'vitest';
import { type CallKind, ERROR_ROWS } from '../src/error-rows.ts';
import { rowFor } from '../src/to-network-error.ts';
import { DOCUMENTED_ERRORS } from './documented-errors.ts';

const KIND_OF_EDGE: Readonly<Record<string, CallKind>> = {
  exchange: 'token',
  profiles: 'read',
  upload: 'media',
  look: 'media',
  publish: 'status',
  comment: 'status',
  repost: 'repost',
  metrics: 'metrics',
};

test('every row of the error table is what some documented refusal becomes', () => {
  const met = new Set(
    DOCUMENTED_ERRORS.map(({ edge, status, headers = {}, body }) => {
      const json = typeof body === 'string' ? undefined : body;
      return rowFor({ status, headers, text: '', json }, KIND_OF_EDGE[edge]!).name;
    }),
  );
  expect(ERROR_ROWS.map(({ name }) => name).filter((name) => !met.has(name))).toEqual([]);
});

test('the table ends with a row for whatever nobody has seen yet', () => {
  const strange = { status: 418, headers: {}, text: 'I am a teapot', json: undefined };
  expect(['status', 'repost', 'media'].map((on) => rowFor(strange, on as CallKind).name)).toEqual([
    'refused',
    'refused',
    'refused',
  ]);
});
