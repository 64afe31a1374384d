import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** A private temporary file that only this process can reach. */
export type Spool = {
  append(chunk: Uint8Array): Promise<void>;
  size(): number;
  /** Bytes `start` to `end` (exclusive). Throws RangeError outside the file. */
  slice(start: number, end: number): Promise<Buffer>;
  /** The bytes from `start` on, as many as `memory` has. Throws RangeError outside the file. */
  readInto(memory: Buffer, start: number): Promise<void>;
  stream(): Readable;
  /** Removes the bytes: the file begins again. */
  clear(): Promise<void>;
  remove(): Promise<void>;
};

const READ_BYTES = 256 * 1024;

/** The process that made a folder is in its name. */
const FOLDER = /^fanfare-media-(\d+)-/;

/**
 * Removes what killed processes left under `tempDir`: they ended between the two steps of
 * `openSpool`, or their system keeps the name. Leaves what it may not remove.
 */
export async function removeLeftSpools(tempDir: string, isAlive: (pid: number) => boolean): Promise<void> {
  const names = await readdir(tempDir).catch(() => []);
  const removeLeft = async (name: string): Promise<void> => {
    const pid = Number(FOLDER.exec(name)?.[1] ?? 0);
    const folder = join(tempDir, name);
    if (pid === 0) return;
    // In a container, the process before had the same id.
    const isLeft = pid === process.pid ? (await stat(folder)).mtimeMs < performance.timeOrigin : !isAlive(pid);
    if (isLeft) await rm(folder, { recursive: true, force: true });
  };
  await Promise.all(names.map((name) => removeLeft(name).catch(() => {})));
}

/**
 * Opens a new spool file under `tempDir`, mode 0600. Where the system allows it the name is taken
 * away at once, so that even a killed process leaves nothing behind; where it does not, `remove`
 * does it.
 */
export async function openSpool(tempDir: string): Promise<Spool> {
  const folder = await mkdtemp(join(tempDir, `fanfare-media-${process.pid}-`));
  const dropName = () => rm(folder, { recursive: true, force: true });
  const file = await open(join(folder, 'file'), 'wx+', 0o600).catch(async (error) => {
    await dropName();
    throw error;
  });
  await dropName().catch(() => {});
  let size = 0;

  const requireWithin = (start: number, end: number): void => {
    if (start < 0 || end < start || end > size) throw new RangeError(`Bytes ${start} to ${end} of a file of ${size}.`);
  };

  const readInto = async (memory: Buffer, start: number): Promise<void> => {
    requireWithin(start, start + memory.length);
    for (let at = 0; at < memory.length; ) {
      const { bytesRead } = await file.read(memory, at, memory.length - at, start + at);
      if (bytesRead === 0) throw new Error('The spooled file is shorter than what was written to it.');
      at += bytesRead;
    }
  };

  const slice = async (start: number, end: number): Promise<Buffer> => {
    requireWithin(start, end);
    const bytes = Buffer.alloc(end - start);
    await readInto(bytes, start);
    return bytes;
  };

  async function* chunks() {
    for (let at = 0; at < size; at += READ_BYTES) yield await slice(at, Math.min(at + READ_BYTES, size));
  }

  return {
    async append(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, size);
        at += bytesWritten;
        size += bytesWritten;
      }
    },
    size: () => size,
    slice,
    readInto,
    stream: () => Readable.from(chunks(), { objectMode: false, highWaterMark: READ_BYTES }),
    async clear() {
      await file.truncate();
      size = 0;
    },
    async remove() {
      await file.close();
      await dropName();
    },
  };
}
