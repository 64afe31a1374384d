import { access, constants, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Ids } from '../process/ids.ts';
import { isErrorCode } from '../process/is-error-code.ts';
import { findMediaFolder, setMediaFolder } from './media-folder.table.ts';
import { createDiskStore } from './stores/disk-store.ts';
import type { MediaStore } from './stores/media-store.ts';
import { syncFile } from './stores/sync-file.ts';

/** File in the folder of hosted files. Its text is the name of the folder, which the database has too. */
export const MARKER = 'fanfare-media-id';

type Deps = { readonly db: Database; readonly ids: Ids };

/**
 * Opens the store of hosted files; null when the installation hosts none. All servers need the same
 * folder: throws ConfigError, with the remedy, for another one.
 */
export async function openMediaStore(deps: Deps, folder: string | null): Promise<MediaStore | null> {
  const known = await findMediaFolder(deps.db);
  if (folder === null) {
    if (known === null) return null;
    throw new ConfigError(
      'MEDIA_DIR: not set, but this installation hosts files. Set it to the folder that all servers share. To host none any more: update instance set media_folder_id = null',
    );
  }
  const marker = path.join(folder, MARKER);
  let found = await usable(folder, () => readMarker(folder, marker));
  if (known === null) {
    if (found !== null && (await hasFiles(folder)) && (await findMediaFolder(deps.db)) === null)
      throw new ConfigError(
        `MEDIA_DIR: ${folder} has the files of another installation. Set an empty folder. If they are of this one, whose database was restored from before it hosted files, delete ${marker}.`,
      );
    found ??= await usable(folder, () => writeMarker(deps.ids.uuid(), folder, marker));
    await setMediaFolder(deps.db, found);
  }
  const name = known ?? (await findMediaFolder(deps.db));
  if (name === found) return createDiskStore({ folder });
  throw new ConfigError(
    `MEDIA_DIR: ${folder} is not the folder of the other servers, or was emptied. Mount the one they share. To use this folder instead, copy the files into it, then: echo ${name} > ${marker}`,
  );
}

/** Whether there is more than what servers write that start at the same time. */
const hasFiles = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => !name.startsWith(MARKER));

async function readMarker(folder: string, marker: string): Promise<string | null> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  try {
    return (await readFile(marker, 'utf8')).trim();
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Writes the file whole and durably. Returns the text of the first server that does so. */
async function writeMarker(id: string, folder: string, marker: string): Promise<string> {
  const unfinished = `${marker}.${id}`;
  try {
    await writeFile(unfinished, `${id}\n`, { flag: 'wx', flush: true });
    await link(unfinished, marker);
    await syncFile(folder);
    return id;
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
    return (await readFile(marker, 'utf8')).trim();
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function usable<Answer>(folder: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new ConfigError(
      `MEDIA_DIR: ${folder} cannot be used (${cause.code}). It must be a folder that this account may read and write.`,
      { cause },
    );
  }
}
