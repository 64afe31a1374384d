import type { Credential } from '@fanfare/network';
import { Secret } from '@fanfare/network/secret';
import { type KeyRing, open, seal, type Wrapping } from '../../process/key-ring.ts';

/** A stored credential, encrypted with its own key, which is stored wrapped. */
export type SealedCredential = {
  readonly version: number;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly sealed: Buffer;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
};

type Owner = { readonly projectId: string; readonly accountId: string; readonly version: number };

type Deps = { readonly keyRing: KeyRing; readonly randomBytes: (bytes: number) => Buffer };

/** The authenticated context: a value copied to another row or field does not open. */
function contextOf(owner: Owner, field: 'key' | 'tokens'): string {
  return `fanfare:v1|project:${owner.projectId}|account:${owner.accountId}|field:${field}|version:${owner.version}`;
}

/** Seals a credential with a new key, which the key ring wraps. */
export function sealCredential(deps: Deps, owner: Owner, credential: Credential): SealedCredential {
  const accountKey = deps.randomBytes(32);
  const tokens = JSON.stringify({
    accessToken: credential.accessToken.reveal(),
    refreshToken: credential.refreshToken?.reveal() ?? null,
    refreshExpiresAt: credential.refreshExpiresAt,
  });
  const { keyId, wrapped } = deps.keyRing.wrap(accountKey, contextOf(owner, 'key'));
  return {
    version: owner.version,
    keyId,
    wrappedKey: wrapped,
    sealed: seal(deps, accountKey, Buffer.from(tokens), contextOf(owner, 'tokens')),
    scopes: credential.scopes,
    expiresAt: credential.expiresAt === null ? null : new Date(credential.expiresAt),
  };
}

export function unsealCredential(
  deps: { readonly keyRing: KeyRing },
  owner: Owner,
  stored: SealedCredential,
): Credential {
  const accountKey = deps.keyRing.unwrap(stored.keyId, stored.wrappedKey, contextOf(owner, 'key'));
  const tokens = JSON.parse(open(accountKey, stored.sealed, contextOf(owner, 'tokens')).toString()) as {
    accessToken: string;
    refreshToken: string | null;
    refreshExpiresAt: number | null;
  };
  return {
    accessToken: new Secret(tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : new Secret(tokens.refreshToken),
    refreshExpiresAt: tokens.refreshExpiresAt,
    expiresAt: stored.expiresAt?.getTime() ?? null,
    scopes: stored.scopes,
  };
}

/** Wraps the same account key with the first key of the ring. Throws when it does not unwrap. */
export function rewrapCredential(deps: { readonly keyRing: KeyRing }, row: Owner & Wrapping): Wrapping {
  const context = contextOf(row, 'key');
  const { keyId, wrapped } = deps.keyRing.wrap(deps.keyRing.unwrap(row.keyId, row.wrappedKey, context), context);
  return { keyId, wrappedKey: wrapped };
}
