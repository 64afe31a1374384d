import { expect, test } from 'vitest';
import { hasVersion } from '../src/has-version.ts';

test.each<[ifNoneMatch: string | null | undefined, has: boolean]>([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b","a","c"', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['a', false],
  ['"a', false],
  ['"A"', false],
  ['', false],
  [null, false],
  [undefined, false],
])('If-None-Match: %s names the version "a": %s', (ifNoneMatch, has) => {
  expect(hasVersion(ifNoneMatch, '"a"')).toBe(has);
});
