import type { Clock, Credential } from '@fanfare/network';
import type { Database } from '../../db/database.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { lockCredential, putCredential } from './credentials.table.ts';
import { renewalTimes } from './renewal-times.ts';
import { sealCredential } from './sealed-credential.ts';

export type StoreCredentialDeps = {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly randomBytes: (bytes: number) => Buffer;
};

type Owner = { readonly projectId: string; readonly accountId: string };

/**
 * Stores a newly granted credential in place of the old one, and sets its renewal. Accounts with
 * the same `grantId` share one token. Returns the replaced grant, if there was one.
 */
export async function storeCredential(
  deps: StoreCredentialDeps,
  tx: Database,
  owner: Owner,
  granted: { readonly credential: Credential; readonly grantId: string },
): Promise<string | null> {
  const before = await lockCredential(tx, owner);
  const version = (before?.version ?? 0) + 1;
  await putCredential(tx, owner, {
    ...sealCredential(deps, { ...owner, version }, granted.credential),
    ...renewalTimes(granted.credential, deps.clock.now(), randomPart(deps)),
    grantId: granted.grantId,
  });
  return before?.grantId ?? null;
}

/** A random number from 0 to 1. */
export const randomPart = (deps: { readonly randomBytes: (bytes: number) => Buffer }): number =>
  deps.randomBytes(4).readUInt32BE() / 0xff_ff_ff_ff;
