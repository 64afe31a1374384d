import { access, constants, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../../config/config.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import { MARKER, type StoreMarker } from './store-marker.ts';
import { syncFile } from './sync-file.ts';

/** The marker of a folder. */
export function folderMarker(folder: string): StoreMarker {
  const marker = path.join(folder, MARKER);
  const usable = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause)) throw cause;
      throw new ConfigError(
        `MEDIA_DIR: ${folder} cannot be used (${cause.code}). It must be a folder that this account may read and write.`,
        { cause },
      );
    }
  };
  return {
    named: `MEDIA_DIR: ${folder}`,
    place: marker,
    emptyOne: 'Set an empty folder.',
    sharedOne: (name) =>
      `the folder of the other servers, or was emptied. Mount the one they share. To use this folder instead, copy the files into it, then: echo ${name} > ${marker}`,
    read: () => usable(() => readMarker(folder, marker)),
    write: (name) => usable(() => writeMarker(name, folder, marker)),
    // A server that was killed may have left an unfinished marker.
    hasFiles: async () => (await readdir(folder)).some((name) => !name.startsWith(MARKER)),
  };
}

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

/** Writes the file whole and durably. */
async function writeMarker(id: string, folder: string, marker: string): Promise<void> {
  const unfinished = `${marker}.part`;
  await writeFile(unfinished, `${id}\n`, { flush: true });
  await rename(unfinished, marker);
  await syncFile(folder);
}
