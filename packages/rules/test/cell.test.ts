import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOf, withCell, withoutCell } from '../src/cell.ts';

test.each([
  ['eu1.abc', 'eu1', 'abc'],
  ['a.', 'a', ''],
  ['eu1.us1.abc', 'eu1', 'us1.abc'],
  ['abc', null, 'abc'],
  ['EU1.abc', null, 'EU1.abc'],
  ['1eu.abc', null, '1eu.abc'],
  ['a234567890123.abc', null, 'a234567890123.abc'],
  ['.abc', null, '.abc'],
])('%s belongs to the cell %s and holds %s', (text, cell, rest) => {
  expect([cellOf(text), withoutCell(text)]).toEqual([cell, rest]);
});

test('a text keeps its content with a label in front, and a token without one is never cut', () => {
  fc.assert(
    fc.property(fc.base64String(), (text) => {
      expect([withoutCell(withCell('eu1', text)), withCell(null, text), withoutCell(text)]).toEqual([text, text, text]);
    }),
  );
});
