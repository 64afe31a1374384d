import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type MediaStore, StoreUnavailable } from './media-store.ts';

const KEY = /^[0-9a-f]{32}$/;
const UNFINISHED = '.part';

/**
 * Keeps files in a folder that all servers share: `ab/abcdef…`, and `.part` while they come. A file
 * gets its name once it is on the disk, so that a crash leaves no half of one.
 */
export function createDiskStore({ folder }: { readonly folder: string }): MediaStore {
  const finalOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('A key of a file is 32 hexadecimal digits.');
    return path.join(folder, key.slice(0, 2), key);
  };
  const partOf = (key: string): string => `${finalOf(key)}${UNFINISHED}`;

  return {
    kind: 'disk',
    signUpload: async () => null,
    received: async (key) => (await sizeOf(partOf(key))) ?? 0,
    append: (key, offset, bytes) =>
      orUnavailable(async () => {
        await mkdir(path.dirname(partOf(key)), { recursive: true });
        const file = await open(partOf(key), offset === 0 ? 'w' : 'r+');
        try {
          return await writeAll(file, offset, bytes);
        } finally {
          await file.close();
        }
      }),
    finish: (key) =>
      orUnavailable(async () => {
        if ((await sizeOf(finalOf(key))) !== null) return;
        await sync(partOf(key));
        await rename(partOf(key), finalOf(key));
        // The new name is an entry of the folder.
        await sync(path.dirname(finalOf(key)));
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
    stream: (key, start, end) => createReadStream(finalOf(key), { start, end: end - 1 }),
    remove: (key) =>
      orUnavailable(async () => {
        await rm(finalOf(key), { force: true });
        await rm(partOf(key), { force: true });
      }),
    async *list() {
      for await (const entry of await opendir(folder, { recursive: true })) {
        const key = entry.name.replace(UNFINISHED, '');
        if (!entry.isFile() || !KEY.test(key)) continue;
        const facts = await stat(path.join(entry.parentPath, entry.name)).catch(orMissing);
        if (facts) yield { key, changedAt: facts.mtime };
      }
    },
  };
}

/** Writes what comes, and keeps it when the caller hangs up: the upload goes on from there. */
async function writeAll(file: FileHandle, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let at = offset;
  for await (const chunk of bytes) {
    await file.write(chunk, 0, chunk.length, at);
    at += chunk.length;
  }
  return at;
}

async function sync(name: string): Promise<void> {
  const file = await open(name, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const sizeOf = async (name: string): Promise<number | null> => (await stat(name).catch(orMissing))?.size ?? null;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

function orMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

/** Errors of the disk, not of this program (man7.org/linux/man-pages/man3/errno.3.html, 2026-11). */
const DISK_ERRORS: ReadonlySet<unknown> = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ESTALE', 'EMFILE', 'ENFILE']);
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

async function orUnavailable<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause);
    if (FULL.has(code)) throw new StoreUnavailable('The disk of hosted files is full.', { cause, isFull: true });
    if (DISK_ERRORS.has(code)) throw new StoreUnavailable('The folder of hosted files cannot be used.', { cause });
    throw cause;
  }
}
