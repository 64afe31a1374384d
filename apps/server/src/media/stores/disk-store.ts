import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isErrorCode } from '../../process/is-error-code.ts';
import { diskWork } from './disk-work.ts';
import type { MediaStore } from './media-store.ts';
import { syncFile } from './sync-file.ts';

const orUnavailable = diskWork('folder of hosted files');

const KEY = /^[0-9a-f]{32}$/;
const UNFINISHED = '.part';
/** Each holds a chunk of a connection. */
const MOST_WRITES = 200;

/**
 * Keeps files in a folder that all servers share: `ab/abcdef…`, with `.part` while they come. A
 * file gets its name once it is on the disk, so that a crash leaves no half of one.
 */
export function createDiskStore({ folder }: { readonly folder: string }): MediaStore {
  const finalOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('A key of a file is 32 hexadecimal digits.');
    return path.join(folder, key.slice(0, 2), key);
  };
  const partOf = (key: string): string => `${finalOf(key)}${UNFINISHED}`;

  return {
    mostWrites: MOST_WRITES,
    received: (key) => orUnavailable(async () => (await sizeOf(finalOf(key))) ?? (await sizeOf(partOf(key))) ?? 0),
    append: (key, offset, bytes) =>
      orUnavailable(async () => {
        // A new file: a writer that was cut off, on any server, still has the old one.
        if (offset === 0) await rm(partOf(key), { force: true });
        const isFirst = (await mkdir(path.dirname(partOf(key)), { recursive: true })) !== undefined;
        if (isFirst) await syncFile(folder);
        const file = await open(partOf(key), offset === 0 ? 'wx' : 'r+');
        try {
          return await writeAll(file, offset, bytes);
        } finally {
          await file.close();
        }
      }),
    finish: (key, size) =>
      orUnavailable(async () => {
        const final = await sizeOf(finalOf(key));
        if (final !== null) return final === size;
        if ((await sizeOf(partOf(key))) !== size) return false;
        await syncFile(partOf(key));
        await rename(partOf(key), finalOf(key));
        // The new name is an entry of the folder.
        await syncFile(path.dirname(finalOf(key)));
        return true;
      }),
    size: (key) => orUnavailable(() => sizeOf(finalOf(key))),
    read: (key, start, end) =>
      orUnavailable(async () => {
        const file = await open(finalOf(key), 'r');
        try {
          const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(end - start), position: start });
          return buffer.subarray(0, bytesRead);
        } finally {
          await file.close();
        }
      }),
    stream: (key, start, end) => createReadStream(finalOf(key), { start, end: end - 1, highWaterMark: 256 * 1024 }),
    remove: (key) =>
      orUnavailable(async () => {
        await rm(finalOf(key), { force: true });
        await rm(partOf(key), { force: true });
      }),
    async *list() {
      for await (const entry of await orUnavailable(() => opendir(folder, { recursive: true }))) {
        const key = entry.name.replace(UNFINISHED, '');
        if (!entry.isFile() || !KEY.test(key)) continue;
        const facts = await stat(path.join(entry.parentPath, entry.name)).catch(orMissing);
        if (facts) yield { key, changedAt: facts.mtime };
      }
    },
    uploadTo: async () => null,
  };
}

async function writeAll(file: FileHandle, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let at = offset;
  for await (const chunk of bytes) {
    // A disk that fills up may take a part of a chunk.
    for (let written = 0; written < chunk.length; )
      written += (await file.write(chunk, written, chunk.length - written, at + written)).bytesWritten;
    at += chunk.length;
  }
  return at;
}

const sizeOf = async (name: string): Promise<number | null> => (await stat(name).catch(orMissing))?.size ?? null;

function orMissing(error: unknown): null {
  if (isErrorCode(error, 'ENOENT')) return null;
  throw error;
}
