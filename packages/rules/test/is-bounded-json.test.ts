import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBoundedJson } from '../src/is-bounded-json.ts';

it.each([
  ['1', 1, 0, true],
  ['[1,[2]]', 5, 2, true],
  ['[1,[2]]', 5, 1, false],
  ['{"a":1,"b":2}', 3, 1, true],
  ['{"a":1,"b":2}', 2, 1, false],
  ['"[[[,,,"', 1, 0, true],
  [String.raw`["\",[","\\",1]`, 4, 1, true],
  [String.raw`["\\\\",1]`, 2, 1, false],
])('%s with %i values in %i levels: %s', (text, mostValues, mostDepth, isBounded) => {
  expect(isBoundedJson(text, { mostValues, mostDepth })).toBe(isBounded);
});

it('counts the depth of any JSON, and between its values and twice as many', () => {
  const size = (value: unknown): { values: number; depth: number } => {
    if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
    const inner = Object.values(value).map(size);
    const depth = 1 + Math.max(0, ...inner.map((one) => one.depth));
    return { values: inner.reduce((sum, one) => sum + one.values, 1), depth };
  };
  fc.assert(
    fc.property(fc.json(), (text) => {
      const { values, depth } = size(JSON.parse(text));
      expect(isBoundedJson(text, { mostValues: 2 * values, mostDepth: depth })).toBe(true);
      if (depth > 0) expect(isBoundedJson(text, { mostValues: 2 * values, mostDepth: depth - 1 })).toBe(false);
    }),
  );
});
