import { Secret } from '@fanfare/network/secret';
import { WEBHOOK_SECRET_BYTES, webhookSecret } from '@fanfare/rules';
import { type KeyRing, open, seal, type Wrapping } from '../../process/key-ring.ts';

/** Secret encrypted with its own key, which is stored wrapped. */
export type SealedSecret = Wrapping & { readonly sealed: Buffer };

type Owner = { readonly projectId: string; readonly endpointId: string; readonly version: number };

type Deps = { readonly keyRing: KeyRing; readonly randomBytes: (bytes: number) => Buffer };

/** Authenticated data: a value copied to another row or field does not open. */
const contextOf = ({ projectId, endpointId, version }: Owner, field: 'key' | 'secret'): string =>
  `fanfare:v1|project:${projectId}|webhook:${endpointId}|field:${field}|version:${version}`;

export const mintSecret = (randomBytes: (bytes: number) => Buffer): Secret =>
  new Secret(webhookSecret(randomBytes(WEBHOOK_SECRET_BYTES)));

export function sealSecret(deps: Deps, owner: Owner, secret: Secret): SealedSecret {
  const key = deps.randomBytes(32);
  const { keyId, wrapped } = deps.keyRing.wrap(key, contextOf(owner, 'key'));
  const sealed = seal(deps, key, Buffer.from(secret.reveal()), contextOf(owner, 'secret'));
  return { keyId, wrappedKey: wrapped, sealed };
}

export function openSecret(deps: { readonly keyRing: KeyRing }, owner: Owner, stored: SealedSecret): Secret {
  const key = deps.keyRing.unwrap(stored.keyId, stored.wrappedKey, contextOf(owner, 'key'));
  return new Secret(open(key, stored.sealed, contextOf(owner, 'secret')).toString());
}

/** Wraps the same key with the first key of the ring. Throws when it cannot unwrap it. */
export function rewrapSecret(deps: { readonly keyRing: KeyRing }, owner: Owner, stored: Wrapping): Wrapping {
  const context = contextOf(owner, 'key');
  const { keyId, wrapped } = deps.keyRing.wrap(deps.keyRing.unwrap(stored.keyId, stored.wrappedKey, context), context);
  return { keyId, wrappedKey: wrapped };
}
