import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { API_KEY_PATTERN, apiKeyOf, BASE62, looksLikeApiKey, toBase62 } from '../src/api-key.ts';

const secrets = fc
  .array(fc.constantFrom(...BASE62), { minLength: 43, maxLength: 43 })
  .map((letters) => letters.join(''));
const labels = fc.option(fc.constantFrom('eu1', 'a', 'z23456789012'), { nil: null });
const prefixes = fc.constantFrom('sk' as const, 'at' as const);
const keys = fc.tuple(secrets, labels, prefixes).map((parts) => apiKeyOf(...parts));

test('a key is its prefix, its secret and the CRC32 of both', () => {
  // 1,949,201,570 by Python's zlib.crc32.
  expect(apiKeyOf('0'.repeat(43))).toBe('fanfare_sk_000000000000000000000000000000000000000000027ueN0');
});

describe('what looks like a key', () => {
  test('every key does', () => {
    fc.assert(fc.property(keys, (key) => API_KEY_PATTERN.test(key) && looksLikeApiKey(key)));
  });

  test('no key does after one of its characters has changed, or two neighbours have changed places', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 2, max: 49 }), fc.integer({ min: 1, max: 61 }), (key, fromEnd, step) => {
        const at = key.length - fromEnd;
        const letter = BASE62[(BASE62.indexOf(key[at]!) + step) % 62]!;
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        return !looksLikeApiKey(changed) && (swapped === key || !looksLikeApiKey(swapped));
      }),
      { numRuns: 2_000 },
    );
  });

  test('nor does anything else', () => {
    const key = apiKeyOf('A'.repeat(43));
    const others = [
      '',
      'fanfare_sk_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase(),
      key.slice(8),
      `fanfare_sk_eu1_${key.slice('fanfare_sk_'.length)}`,
      apiKeyOf('A'.repeat(43), 'EU1'),
      apiKeyOf('A'.repeat(43), 'a234567890123'),
    ];
    expect(others.filter(looksLikeApiKey)).toEqual([]);
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => !looksLikeApiKey(text)));
  });
});

test.each([
  [0n, '0000'],
  [61n, '000z'],
  [62n, '0010'],
  [62n ** 4n - 1n, 'zzzz'],
])('%i in base62 is %s', (value, text) => {
  expect(toBase62(value, 4)).toBe(text);
});
