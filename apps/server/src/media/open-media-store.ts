import { ConfigError, type MediaPlace } from '../config/config.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { systemClock } from '../process/clock.ts';
import type { Ids } from '../process/ids.ts';
import { findMediaFolder, lockMediaFolder, setMediaFolder } from './media-folder.table.ts';
import { bucketMarker } from './stores/bucket-marker.ts';
import { createCheckedStore } from './stores/checked-store.ts';
import { createDiskStore } from './stores/disk-store.ts';
import { folderMarker } from './stores/folder-marker.ts';
import { type MediaStore, StoreUnavailable } from './stores/media-store.ts';
import { createS3Store } from './stores/s3/s3-store.ts';
import type { StoreMarker } from './stores/store-marker.ts';

type Deps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  /** Called with a sentence when a bucket gives no answer. */
  readonly warn: (message: string) => void;
};

/**
 * Opens the store of hosted files; null when the installation hosts none. All servers need the same
 * one: throws ConfigError, with the remedy, for another one. A bucket that gives no answer is
 * checked before its first use.
 */
export async function openMediaStore(deps: Deps, { folder, s3 }: MediaPlace): Promise<MediaStore | null> {
  if (s3 !== null) {
    const store = createS3Store({ settings: s3, clock: systemClock });
    const marker = bucketMarker(s3, store.objects);
    const check = () => checkMarker(deps, marker);
    try {
      await check();
      return store;
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable)) throw cause;
      const message = `${marker.named} cannot be used. ${cause.message}`;
      if ((await findMediaFolder(deps.db)) === null) throw new ConfigError(message, { cause });
      deps.warn(message);
      return createCheckedStore(store, check);
    }
  }
  if (folder !== null) {
    await checkMarker(deps, folderMarker(folder));
    return createDiskStore({ folder });
  }
  if ((await findMediaFolder(deps.db)) === null) return null;
  throw new ConfigError(
    'MEDIA_DIR: not set, but this installation hosts files. Set it to the folder that all servers share, or MEDIA_S3_BUCKET and the other settings of the bucket. To host none any more: update instance set media_folder_id = null',
  );
}

/** Compares the name in the store with that in the database. */
async function checkMarker({ db, ids }: Omit<Deps, 'warn'>, marker: StoreMarker): Promise<void> {
  const known = await findMediaFolder(db);
  const name = known ?? (await db.transaction((tx) => nameStore(tx, ids, marker)));
  if ((await marker.read()) !== name) throw new ConfigError(`${marker.named} is not ${marker.sharedOne(name)}`);
}

/**
 * Writes a new name into the store and the database. Servers that start at once do so one after the
 * other: a bucket does not refuse to replace the name that another one has just written.
 */
async function nameStore(tx: Database, ids: Ids, marker: StoreMarker): Promise<string> {
  const known = await lockMediaFolder(tx);
  if (known !== null) return known;
  const found = await marker.read();
  if (found !== null && (await marker.hasFiles()))
    throw new ConfigError(
      `${marker.named} has the files of another installation. ${marker.emptyOne} If they are of this one, whose database was restored from before it hosted files, delete ${marker.place}.`,
    );
  const name = found ?? ids.uuid();
  if (found === null) await marker.write(name);
  await setMediaFolder(tx, name);
  return name;
}
