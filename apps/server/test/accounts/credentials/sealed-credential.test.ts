import { randomBytes } from 'node:crypto';
import { type Credential, Secret } from '@fanfare/network';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealCredential, unsealCredential } from '../../../src/accounts/credentials/sealed-credential.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';

const keyRing = createKeyRing({ keys: [{ id: 'test', key: randomBytes(32) }], randomBytes });
const deps = { keyRing, randomBytes };
const owner = { projectId: 'project-1', accountId: 'account-1', version: 3 };
const credential: Credential = {
  accessToken: new Secret('IGAA-access'),
  refreshToken: new Secret('refresh-me'),
  expiresAt: Date.UTC(2026, 11, 1),
  refreshExpiresAt: Date.UTC(2027, 0, 1),
  scopes: ['read', 'write'],
};

/** The plaintext, for comparison. */
const reveal = ({ accessToken, refreshToken, ...rest }: Credential) => ({
  ...rest,
  accessToken: accessToken.reveal(),
  refreshToken: refreshToken?.reveal() ?? null,
});

test('a credential opens to the original', () => {
  const anyCredential = fc.record({
    accessToken: fc.string({ minLength: 1 }).map((text) => new Secret(text)),
    refreshToken: fc.option(fc.string({ minLength: 1 }).map((text) => new Secret(text))),
    expiresAt: fc.option(fc.nat()),
    refreshExpiresAt: fc.option(fc.nat()),
    scopes: fc.array(fc.string()),
  });
  fc.assert(
    fc.property(anyCredential, (any) => {
      expect(reveal(unsealCredential(deps, owner, sealCredential(deps, owner, any)))).toEqual(reveal(any));
    }),
  );
});

describe('a value sealed for one place opens in no other', () => {
  test.each([
    ['another project', { projectId: 'project-2' }],
    ['another account', { accountId: 'account-2' }],
    ['another version', { version: 4 }],
  ])('%s', (_name, difference) => {
    const sealed = sealCredential(deps, owner, credential);
    expect(() => unsealCredential(deps, { ...owner, ...difference }, sealed)).toThrow();
  });

  test('the tokens of one credential under the key of another', () => {
    const [one, other] = [sealCredential(deps, owner, credential), sealCredential(deps, owner, credential)];
    expect(() => unsealCredential(deps, owner, { ...one, sealed: other.sealed })).toThrow();
    expect(() => unsealCredential(deps, owner, { ...one, wrappedKey: other.wrappedKey })).toThrow();
  });

  test('the key in the place of the tokens, and the tokens in the place of the key', () => {
    const sealed = sealCredential(deps, owner, credential);
    expect(() => unsealCredential(deps, owner, { ...sealed, sealed: sealed.wrappedKey })).toThrow();
    expect(() => unsealCredential(deps, owner, { ...sealed, wrappedKey: sealed.sealed })).toThrow();
  });
});

test('the stored value reveals nothing of a credential', () => {
  const sealed = sealCredential(deps, owner, credential);
  const stored = Buffer.concat([sealed.wrappedKey, sealed.sealed, Buffer.from(JSON.stringify(sealed))]);
  for (const secret of ['IGAA-access', 'refresh-me', 'accessToken']) expect(stored.includes(secret)).toBe(false);
  expect(Object.keys(sealed).sort()).toEqual(['expiresAt', 'keyId', 'scopes', 'sealed', 'version', 'wrappedKey']);
});

test('every credential has its own key', () => {
  const keys = Array.from({ length: 50 }, () => {
    const sealed = sealCredential(deps, owner, credential);
    const context = `fanfare:v1|project:project-1|account:account-1|field:key|version:3`;
    return keyRing.unwrap(sealed.keyId, sealed.wrappedKey, context).toString('hex');
  });
  expect(new Set(keys).size).toBe(50);
});
