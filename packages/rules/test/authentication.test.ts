import { expect, test } from 'vitest';
import { bearerKey } from '../src/authentication.ts';

test.each<[authorization: string | null, key: string | null]>([
  ['Bearer fanfare_sk_1', 'fanfare_sk_1'],
  ['bearer   fanfare_sk_1', 'fanfare_sk_1'],
  [null, null],
  ['', null],
  ['Bearer', null],
  ['Bearer ', null],
  ['Bearer one two', null],
  ['Bearer fanfare_sk_1 ', null],
  ['Basic fanfare_sk_1', null],
  ['fanfare_sk_1', null],
  ['X-Bearer fanfare_sk_1', null],
])('the key of %j is %j', (authorization, key) => {
  expect(bearerKey(authorization)).toBe(key);
});
