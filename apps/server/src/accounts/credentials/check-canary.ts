import { hkdfSync } from 'node:crypto';
import { ConfigError } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { type KeyRing, open, seal } from '../../process/key-ring.ts';
import { findCanary, insertCanary, replaceStoredCanary } from './canary.table.ts';

const CONTEXT = 'fanfare:v1|canary';
const TEXT = 'fanfare';

/** A known text, sealed with its own key that is wrapped like an account's. */
export type Canary = { readonly keyId: string; readonly wrapped: Buffer; readonly sealed: Buffer };

type Deps = { readonly db: Database; readonly keyRing: KeyRing; readonly randomBytes: (bytes: number) => Buffer };

/**
 * Detects wrong ENCRYPTION_KEYS at the start. Throws ConfigError with the remedy. Returns a secret
 * of the installation, which a rotation of the keys does not change.
 */
export async function checkCanary(deps: Deps): Promise<Buffer> {
  const key = deps.randomBytes(32);
  const fresh = encode({ ...deps.keyRing.wrap(key, CONTEXT), sealed: seal(deps, key, Buffer.from(TEXT), CONTEXT) });
  await insertCanary(deps.db, fresh);
  const stored = (await readCanary(deps.db))!;
  try {
    const opened = deps.keyRing.unwrap(stored.keyId, stored.wrapped, CONTEXT);
    open(opened, stored.sealed, CONTEXT);
    return secretOf(opened);
  } catch (cause) {
    throw new ConfigError(
      `ENCRYPTION_KEYS does not match this database, which uses the key "${stored.keyId}", but that key is missing or has another value. Put the key back into the list.`,
      { cause },
    );
  }
}

const secretOf = (canaryKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', canaryKey, '', 'fanfare:v1|installation', 32));

export async function readCanary(db: Database): Promise<Canary | null> {
  const text = await findCanary(db);
  if (!text) return null;
  const stored = JSON.parse(text.toString()) as { keyId: string; wrapped: string; sealed: string };
  return {
    keyId: stored.keyId,
    wrapped: Buffer.from(stored.wrapped, 'base64'),
    sealed: Buffer.from(stored.sealed, 'base64'),
  };
}

/** Wraps the same canary with the first key. Throws when its present key is not in the ring. */
export function rewrapCanary(keyRing: KeyRing, canary: Canary): Canary {
  return { ...keyRing.wrap(keyRing.unwrap(canary.keyId, canary.wrapped, CONTEXT), CONTEXT), sealed: canary.sealed };
}

/** Replaces the canary, unless another process has done so since it was read. */
export async function replaceCanary(db: Database, before: Canary, after: Canary): Promise<void> {
  await replaceStoredCanary(db, encode(before), encode(after));
}

const encode = ({ keyId, wrapped, sealed }: Canary): Buffer =>
  Buffer.from(JSON.stringify({ keyId, wrapped: wrapped.toString('base64'), sealed: sealed.toString('base64') }));
