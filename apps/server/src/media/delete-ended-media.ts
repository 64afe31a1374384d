import type { Database, UpkeepPool } from '../db/database.ts';
import { findKnownKeys, takeEnded } from './media-uses.table.ts';
import type { MediaStore } from './stores/media-store.ts';

const BATCH = 200;
/** Younger bytes may be those of a copy whose row comes last. No bytes are without a row for an hour. */
const YOUNG_MS = 40 * 60_000;

type Deps = { readonly upkeep: UpkeepPool; readonly store: MediaStore; readonly now: () => Date };

/** Deletes rows of files that have ended, then all bytes without a row: no row is without its bytes. */
export async function deleteEndedMedia(
  deps: Deps,
  stopping: AbortSignal,
): Promise<{ readonly files: number; readonly bytesWithoutRow: number }> {
  const { upkeep, store, now } = deps;
  let files = 0;
  for (let looked = BATCH; looked === BATCH && !stopping.aborted; ) {
    const taken = await upkeep.transaction((tx) => takeEnded(tx, now(), BATCH));
    files += taken.ended;
    looked = taken.looked;
  }
  let bytesWithoutRow = 0;
  for await (const key of findBytesWithoutRow({ ...deps, db: upkeep }, YOUNG_MS)) {
    if (stopping.aborted) break;
    await store.remove(key);
    bytesWithoutRow++;
  }
  return { files, bytesWithoutRow };
}

/** Keys of bytes that no row names and that have not changed for this time. */
export async function* findBytesWithoutRow(
  { db, store, now }: { readonly db: Database } & Pick<Deps, 'store' | 'now'>,
  youngMs: number,
): AsyncGenerator<string, void, undefined> {
  const before = now().getTime() - youngMs;
  let keys: string[] = [];
  for await (const { key, changedAt } of store.list()) {
    if (changedAt.getTime() > before) continue;
    if (keys.push(key) < BATCH) continue;
    yield* await withoutRow(db, keys);
    keys = [];
  }
  yield* await withoutRow(db, keys);
}

async function withoutRow(db: Database, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const known = await findKnownKeys(db, keys);
  return keys.filter((key) => !known.has(key));
}
