import type { UpkeepPool } from '../db/database.ts';
import { createOrphanSearch } from './find-orphans.ts';
import { findKnownKeys, takeEnded } from './media-uses.table.ts';
import type { MediaStore } from './stores/media-store.ts';

const BATCH = 200;

type Deps = { readonly upkeep: UpkeepPool; readonly store: MediaStore; readonly now: () => Date };
type Deleted = { readonly files: number; readonly bytesWithoutRow: number };

/**
 * Deletes files that have ended, rows first: no row is without its bytes. Then bytes without a row.
 */
export function createDeleteEndedMedia(deps: Deps): (stopping: AbortSignal) => Promise<Deleted> {
  const { upkeep, store, now } = deps;
  const findOrphans = createOrphanSearch({ ...deps, db: upkeep });
  return async (stopping) => {
    let files = 0;
    for (let looked = BATCH; looked === BATCH && !stopping.aborted; ) {
      const taken = await upkeep.transaction((tx) => takeEnded(tx, now(), BATCH));
      for (const key of taken.keys) await store.remove(key);
      files += taken.keys.length;
      looked = taken.looked;
    }
    let bytesWithoutRow = 0;
    for await (const key of findOrphans()) {
      if (stopping.aborted) break;
      // A workspace that moves back brings the rows of bytes that it left.
      if ((await findKnownKeys(upkeep, [key])).has(key)) continue;
      await store.remove(key);
      bytesWithoutRow++;
    }
    return { files, bytesWithoutRow };
  };
}
