import type { Database, DatabasePool } from '../db/database.ts';
import { type Canary, readCanary, replaceCanary, rewrapCanary } from './check-canary.ts';
import { countByKey, listWrappedWithOthers, replaceWrapping } from './credentials.table.ts';
import type { KeyRing } from './key-ring.ts';
import { rewrapCredential } from './sealed-credential.ts';

const BATCH = 500;

export type Rewrapped = {
  readonly rewrapped: number;
  /** Accounts whose own key could not be unwrapped: its encryption key is missing, or the row is damaged. */
  readonly failed: readonly { readonly projectId: string; readonly accountId: string; readonly keyId: string }[];
  /** How many credentials each encryption key wraps now. */
  readonly inUse: ReadonlyMap<string, number>;
};

type Deps = {
  readonly db: DatabasePool;
  readonly keyRing: KeyRing;
  /** Hears after each batch how many were done and how many are left. */
  readonly progress: (done: number, left: number) => void;
};

/**
 * Wraps the key of every credential, and of the canary, with the first encryption key, so that the others can be dropped. The credentials themselves are
 * not touched. Works beside running servers and can be stopped and repeated: each row changes by itself, and only while nobody else has changed it.
 */
export async function rewrapKeys(deps: Deps): Promise<Rewrapped> {
  await rewrapCanaryRow(deps);
  const failed = new Map<string, Rewrapped['failed'][number]>();
  let rewrapped = 0;
  // Rows that a server stores meanwhile may lie behind the place reached; another pass finds those it sealed with an old key.
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
  // Without a canary no server has ever started here.
  if (canary && canary.keyId !== deps.keyRing.primaryId) {
    await replaceCanary(deps.db, canary, rewrapCanary(deps.keyRing, canary));
  }
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);
