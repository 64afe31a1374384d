import type { KeyRing } from '../../accounts/credentials/key-ring.ts';
import type { Wrapping } from '../../accounts/credentials/sealed-credential.ts';
import type { Database } from '../../db/database.ts';
import { rewrapSecret } from './webhook-secret.ts';
import {
  countSecretsByKey,
  listSecretsWrappedWithOthers,
  replaceSecretWrapping,
  type WrappedSecret,
} from './webhook-secrets.table.ts';

const BATCH = 500;

export type RewrappedSecrets = {
  readonly rewrapped: number;
  /** Webhooks whose key did not unwrap: the encryption key is missing or the row is damaged. */
  readonly failed: readonly { readonly projectId: string; readonly endpointId: string; readonly keyId: string }[];
  /** Number of secrets per encryption key now. */
  readonly inUse: ReadonlyMap<string, number>;
};

type Deps = { readonly db: Database; readonly keyRing: KeyRing };

/** Wraps the keys of all webhook secrets with the first encryption key. Safe while servers run. */
export async function rewrapSecrets(deps: Deps): Promise<RewrappedSecrets> {
  const failed = new Map<string, RewrappedSecrets['failed'][number]>();
  let rewrapped = 0;
  // A rotation may store a secret before the current position; another pass finds it.
  for (let found = true; found; ) {
    found = false;
    let after: WrappedSecret | null = null;
    for (;;) {
      const batch = await listSecretsWrappedWithOthers(deps.db, deps.keyRing.primaryId, after, BATCH);
      if (batch.length === 0) break;
      for (const row of batch) {
        const { projectId, endpointId, keyId, field } = row;
        const name = `${endpointId} ${field}`;
        if (failed.has(name)) continue;
        const wrapping = tryRewrap(deps, row);
        if (!wrapping) failed.set(name, { projectId, endpointId, keyId });
        else if (await replaceSecretWrapping(deps.db, row, wrapping)) {
          rewrapped++;
          found = true;
        }
      }
      after = batch.at(-1)!;
    }
  }
  return { rewrapped, failed: [...failed.values()], inUse: await countSecretsByKey(deps.db) };
}

function tryRewrap(deps: Deps, row: WrappedSecret): Wrapping | null {
  try {
    return rewrapSecret(deps, row, row);
  } catch {
    return null;
  }
}
