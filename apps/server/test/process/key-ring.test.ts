import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyRing, open, seal } from '../../src/process/key-ring.ts';

const CONTEXT = 'fanfare:v1|project:p|account:a|field:tokens|version:1';
const deps = { randomBytes };
const key = (id: string) => ({ id, key: randomBytes(32) });

const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

describe('a sealed value', () => {
  test('opens to the original, with its key and its context', () => {
    fc.assert(
      fc.property(anyBytes, fc.string(), (plain, context) => {
        const secret = randomBytes(32);
        expect(open(secret, seal(deps, secret, plain, context), context).equals(plain)).toBe(true);
      }),
    );
  });

  test('does not open after any single bit has changed', () => {
    const secret = randomBytes(32);
    const sealed = seal(deps, secret, Buffer.from('a token'), CONTEXT);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
      expect(() => open(secret, changed, CONTEXT), `bit ${bit}`).toThrow();
    }
  });

  test('does not open when it is shorter or longer', () => {
    const secret = randomBytes(32);
    const sealed = seal(deps, secret, Buffer.from('a token'), CONTEXT);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => open(secret, sealed.subarray(0, length), CONTEXT), `${length} bytes`).toThrow();
    }
    expect(() => open(secret, Buffer.concat([sealed, Buffer.from([0])]), CONTEXT)).toThrow();
  });

  test('does not open with another key or in another context', () => {
    fc.assert(
      fc.property(anyBytes, fc.string(), fc.string(), (plain, context, other) => {
        fc.pre(context !== other);
        const secret = randomBytes(32);
        const sealed = seal(deps, secret, plain, context);
        expect(() => open(secret, sealed, other)).toThrow();
        expect(() => open(randomBytes(32), sealed, context)).toThrow();
      }),
    );
  });

  test('is different each time, and reveals nothing of its content', () => {
    const secret = randomBytes(32);
    const plain = Buffer.from('the same token every time');
    const sealed = Array.from({ length: 1_000 }, () => seal(deps, secret, plain, CONTEXT));
    expect(new Set(sealed.map((value) => value.toString('hex'))).size).toBe(1_000);
    expect(new Set(sealed.map((value) => value.subarray(1, 13).toString('hex'))).size).toBe(1_000);
    for (const value of sealed) expect(value.includes(plain.subarray(0, 6))).toBe(false);
  });
});

describe('a key ring', () => {
  test('wraps with its first key and opens with all of them', () => {
    const [old, current] = [key('old'), key('current')];
    const accountKey = randomBytes(32);
    const before = createKeyRing({ keys: [old], randomBytes }).wrap(accountKey, CONTEXT);
    const ring = createKeyRing({ keys: [current, old], randomBytes });
    const after = ring.wrap(accountKey, CONTEXT);
    expect([ring.primaryId, before.keyId, after.keyId]).toEqual(['current', 'old', 'current']);
    for (const { keyId, wrapped } of [before, after]) {
      expect(ring.unwrap(keyId, wrapped, CONTEXT).equals(accountKey)).toBe(true);
    }
  });

  test('names the missing key', () => {
    const { keyId, wrapped } = createKeyRing({ keys: [key('old')], randomBytes }).wrap(randomBytes(32), CONTEXT);
    const ring = createKeyRing({ keys: [key('current')], randomBytes });
    expect(() => ring.unwrap(keyId, wrapped, CONTEXT)).toThrow('The encryption key "old" is not in ENCRYPTION_KEYS.');
  });

  test('refuses another key of the same name', () => {
    const { keyId, wrapped } = createKeyRing({ keys: [key('one')], randomBytes }).wrap(randomBytes(32), CONTEXT);
    expect(() => createKeyRing({ keys: [key('one')], randomBytes }).unwrap(keyId, wrapped, CONTEXT)).toThrow();
  });

  test('cannot be empty', () => {
    expect(() => createKeyRing({ keys: [], randomBytes })).toThrow('A key ring needs at least one key.');
  });
});
