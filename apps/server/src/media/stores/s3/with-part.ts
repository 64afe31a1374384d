import { Readable } from 'node:stream';
import { openSpool, type Spool } from '@fanfare/network';
import { diskWork } from '../disk-work.ts';

/** Bytes of a part while they come, which can be sent more than once. */
export type HeldPart = Pick<Spool, 'append' | 'size' | 'stream' | 'clear'>;

const READ_BYTES = 128 * 1024;

/** Runs work with an empty part. */
export type WithPart = <Result>(use: (part: HeldPart) => Promise<Result>) => Promise<Result>;

/**
 * Runs `use` with a private temporary file of this server for a part: in memory, the parts of all
 * uploads would be too much. Errors of this disk are StoreUnavailable, but not the bucket's.
 */
export const partsIn =
  (tempDir: string): WithPart =>
  async (use) => {
    const orUnavailable = diskWork('temporary folder', ['ENOENT']);
    const spool = await orUnavailable(() => openSpool(tempDir));
    // New buffers would be garbage that V8 leaves until it is 64 MB, so two take turns. A
    // connection asks for the next chunk when it has sent the one before: each is larger than what
    // it queues.
    async function* chunks() {
      const memory = Buffer.allocUnsafeSlow(2 * READ_BYTES);
      for (let at = 0; at < spool.size(); at += READ_BYTES) {
        const from = at % memory.length;
        const chunk = memory.subarray(from, from + Math.min(READ_BYTES, spool.size() - at));
        await orUnavailable(() => spool.readInto(chunk, at));
        yield chunk;
      }
    }
    try {
      return await use({
        ...spool,
        append: (chunk) => orUnavailable(() => spool.append(chunk)),
        clear: () => orUnavailable(spool.clear),
        stream: () => Readable.from(chunks(), { objectMode: false, highWaterMark: READ_BYTES }),
      });
    } finally {
      await orUnavailable(spool.remove);
    }
  };
