import type { Database, DatabasePool } from '../../db/database.ts';
import { type Canary, readCanary, replaceCanary, rewrapCanary } from './check-canary.ts';
import type { KeyRing } from './key-ring.ts';
import { rewrapCredential } from './sealed-credential.ts';
import { countByKey, listWrappedWithOthers, replaceWrapping } from './wrapped-keys.table.ts';

const BATCH = 500;

export type Rewrapped = {
  readonly rewrapped: number;
  /** Accounts whose key does not unwrap: its encryption key is missing, or the row is damaged. */
  readonly failed: readonly { readonly projectId: string; readonly accountId: string; readonly keyId: string }[];
  /** Number of credentials by encryption key. */
  readonly inUse: ReadonlyMap<string, number>;
};

type Deps = {
  readonly db: DatabasePool;
  readonly keyRing: KeyRing;
  /** Called after each batch with the number of credentials done and left. */
  readonly progress: (done: number, left: number) => void;
};

/**
 * Wraps the key of every credential, and of the canary, with the first encryption key, so that the
 * others can be removed. Credentials do not change. Safe while servers run, and repeatable: updates
 * one row at a time, and only if it has not changed since it was read.
 */
export async function rewrapKeys(deps: Deps): Promise<Rewrapped> {
  await rewrapCanaryRow(deps);
  const failed = new Map<string, Rewrapped['failed'][number]>();
  let rewrapped = 0;
  // Another pass finds rows that a server stored behind this position with an old key.
  for (let found = true; found; ) {
    found = false;
    let after: { projectId: string; accountId: string } | null = null;
    for (;;) {
      const batch = await listWrappedWithOthers(deps.db, deps.keyRing.primaryId, after, BATCH);
      if (batch.length === 0) break;
      for (const row of batch) {
        const owner = { projectId: row.projectId, accountId: row.accountId };
        if (failed.has(row.accountId)) continue;
        const wrapping = tryRewrap(deps, row);
        if (!wrapping) failed.set(row.accountId, { ...owner, keyId: row.keyId });
        else if (await replaceWrapping(deps.db, row, wrapping)) {
          rewrapped++;
          found = true;
        }
      }
      after = batch.at(-1)!;
      const inUse = await countByKey(deps.db);
      deps.progress(rewrapped, total(inUse) - (inUse.get(deps.keyRing.primaryId) ?? 0) - failed.size);
    }
  }
  return { rewrapped, failed: [...failed.values()], inUse: await countByKey(deps.db) };
}

function tryRewrap(
  deps: Deps,
  row: Parameters<typeof rewrapCredential>[1],
): ReturnType<typeof rewrapCredential> | null {
  try {
    return rewrapCredential(deps, row);
  } catch {
    return null;
  }
}

async function rewrapCanaryRow(deps: { readonly db: Database; readonly keyRing: KeyRing }): Promise<void> {
  const canary: Canary | null = await readCanary(deps.db);
  // Without a canary no server has started on this database.
  if (canary && canary.keyId !== deps.keyRing.primaryId) {
    await replaceCanary(deps.db, canary, rewrapCanary(deps.keyRing, canary));
  }
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);
