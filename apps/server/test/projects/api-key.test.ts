import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { API_KEY_PATTERN, hashApiKey, looksLikeApiKey, mintApiKey } from '../../src/projects/api-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const mint = () => mintApiKey(randomBytes).key;

/** The number that base62 text stands for. */
const numberOf = (text: string) => [...text].reduce((sum, letter) => sum * 62n + BigInt(ALPHABET.indexOf(letter)), 0n);

describe('a new key', () => {
  test('has its prefix, 256 bits in 43 base62 characters, and 6 of checksum', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const secret = Buffer.from(bytes);
        const { key } = mintApiKey(() => secret);
        expect(key).toMatch(/^fanfare_sk_[0-9A-Za-z]{49}$/);
        expect(key).toMatch(API_KEY_PATTERN);
        expect(numberOf(key.slice(11, 54)).toString(16).padStart(64, '0')).toBe(secret.toString('hex'));
      }),
    );
  });

  test('fits at both ends of the range', () => {
    expect(mintApiKey((bytes) => Buffer.alloc(bytes)).key).toMatch(/^fanfare_sk_0{43}/);
    expect(looksLikeApiKey(mintApiKey((bytes) => Buffer.alloc(bytes, 255)).key)).toBe(true);
  });

  test('is known by its SHA-256, and shown by its two ends', () => {
    const { key, sha256, display } = mintApiKey(randomBytes);
    expect(sha256.equals(createHash('sha256').update(key).digest())).toBe(true);
    expect(sha256.equals(hashApiKey(key))).toBe(true);
    expect(display).toBe(`${key.slice(0, 15)}…${key.slice(-4)}`);
    // Of 43 secret characters 4 are shown at the start, and the end is checksum.
    expect(display.length).toBe(20);
  });

  test('is never the same', () => {
    expect(new Set(Array.from({ length: 10_000 }, mint)).size).toBe(10_000);
  });
});

describe('what looks like a key', () => {
  test('every minted one does', () => {
    for (let i = 0; i < 10_000; i++) expect(looksLikeApiKey(mint())).toBe(true);
  });

  test('no minted one does after any one of its characters has changed', () => {
    for (let i = 0; i < 10_000; i++) {
      const key = mint();
      const at = 11 + (i % 49);
      const letter = ALPHABET[(ALPHABET.indexOf(key[at]!) + 1 + (i % 61)) % 62]!;
      const changed = key.slice(0, at) + letter + key.slice(at + 1);
      expect([changed === key, looksLikeApiKey(changed)]).toEqual([false, false]);
    }
  });

  test('nor after two neighbours have changed places', () => {
    for (let i = 0; i < 2_000; i++) {
      const key = mint();
      const at = 11 + (i % 48);
      const changed = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      if (changed !== key) expect(looksLikeApiKey(changed)).toBe(false);
    }
  });

  test('nor anything else', () => {
    const key = mint();
    const others = [
      '',
      'fanfare_sk_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase(),
      key.slice(8),
    ];
    expect(others.map(looksLikeApiKey)).toEqual(others.map(() => false));
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => !looksLikeApiKey(text)));
    fc.assert(
      fc.property(fc.string({ minLength: 49, maxLength: 49 }), (text) => !looksLikeApiKey(`fanfare_sk_${text}`)),
    );
  });
});
