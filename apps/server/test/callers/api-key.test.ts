import { createHash } from 'node:crypto';
import { API_KEY_PATTERN, BASE62, looksLikeApiKey } from '@fanfare/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashApiKey, mintApiKey } from '../../src/callers/api-key.ts';
import { ids } from '../../src/process/ids.ts';

/** The number that a base62 text represents. */
const numberOf = (text: string) => [...text].reduce((sum, letter) => sum * 62n + BigInt(BASE62.indexOf(letter)), 0n);

test('a new key contains its 256 random bits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const secret = Buffer.from(bytes);
      const { key } = mintApiKey({ secret: () => secret, cell: null });
      expect(key).toMatch(API_KEY_PATTERN);
      expect(numberOf(key.slice(11, 54)).toString(16).padStart(64, '0')).toBe(secret.toString('hex'));
    }),
  );
});

test('fits at both ends of the range', () => {
  expect(mintApiKey({ secret: (bytes) => Buffer.alloc(bytes), cell: null }).key).toMatch(/^fanfare_sk_0{43}/);
  expect(looksLikeApiKey(mintApiKey({ secret: (bytes) => Buffer.alloc(bytes, 255), cell: null }).key)).toBe(true);
});

test('is stored as its SHA-256, and shown by its two ends', () => {
  const { key, sha256, display } = mintApiKey(ids);
  expect(sha256.equals(createHash('sha256').update(key).digest())).toBe(true);
  expect(sha256.equals(hashApiKey(key))).toBe(true);
  expect(display).toBe(`${key.slice(0, 15)}…${key.slice(-4)}`);
  // Of 43 secret characters 4 are shown at the start, and the end is checksum.
  expect(display.length).toBe(20);
});

test('in a cell it begins with the label of the cell, and shows it', () => {
  const { key, display } = mintApiKey({ ...ids, cell: 'eu1' });
  expect(key).toMatch(/^fanfare_sk_eu1_[0-9A-Za-z]{49}$/);
  expect(looksLikeApiKey(key)).toBe(true);
  expect(display).toBe(`${key.slice(0, 19)}…${key.slice(-4)}`);
});

test('is never the same', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => mintApiKey(ids).key)).size).toBe(10_000);
});
