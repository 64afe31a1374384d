import type { Database } from '../db/database.ts';
import { findKnownKeys } from './media-uses.table.ts';
import type { MediaStore } from './stores/media-store.ts';

const BATCH = 200;
/** Younger bytes may be those of a copy whose row comes last. */
const YOUNG_MS = 40 * 60_000;
/** The job runs every ten minutes, so that each fifth run lists the store. */
const LIST_EVERY_MS = 45 * 60_000;

type Deps = { readonly db: Database; readonly store: Pick<MediaStore, 'list'>; readonly now: () => Date };
type Orphan = { readonly key: string; readonly changedAt: Date };

/**
 * Finds bytes without a row, of killed servers and of removals. Lists the store in every fifth run
 * of its job; the runs between look again at what was too young. So bytes without a row are found
 * within the hour, whichever server runs the job.
 */
export function createOrphanSearch(deps: Deps): () => AsyncGenerator<string, void, undefined> {
  let young: readonly Orphan[] = [];
  let listedAtMs = Number.NEGATIVE_INFINITY;
  return async function* () {
    const nowMs = deps.now().getTime();
    const isListed = nowMs - listedAtMs < LIST_EVERY_MS;
    const still: Orphan[] = [];
    for await (const orphan of findBytesWithoutRow(deps, isListed ? young : deps.store.list())) {
      if (orphan.changedAt.getTime() > nowMs - YOUNG_MS) still.push(orphan);
      else yield orphan.key;
    }
    // A run that was broken off keeps what it knew.
    young = still;
    if (!isListed) listedAtMs = nowMs;
  };
}

/** Those of these bytes that no row names. */
export async function* findBytesWithoutRow(
  { db }: Pick<Deps, 'db'>,
  found: AsyncIterable<Orphan> | Iterable<Orphan>,
): AsyncGenerator<Orphan, void, undefined> {
  let some: Orphan[] = [];
  for await (const one of found) {
    if (some.push(one) < BATCH) continue;
    yield* await withoutRow(db, some);
    some = [];
  }
  yield* await withoutRow(db, some);
}

async function withoutRow(db: Database, found: readonly Orphan[]): Promise<readonly Orphan[]> {
  if (found.length === 0) return [];
  const known = await findKnownKeys(
    db,
    found.map(({ key }) => key),
  );
  return found.filter(({ key }) => !known.has(key));
}
