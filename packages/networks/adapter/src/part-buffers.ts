/** The memory for parts of files on their way to networks, shared by all uploads of a process. */
export type PartBuffers = {
  /** Lends memory for so many bytes while `use` runs; first come first served when all of it is lent. Its content is whatever was there before. */
  lend<Result>(bytes: number, use: (memory: Buffer) => Promise<Result>): Promise<Result>;
  lentBytes(): number;
};

const MIB = 1024 * 1024;
/** Sixteen parts of X, or four of LinkedIn, under way at the same time. */
const TOTAL_BYTES = 16 * MIB;

type Waiter = { readonly bytes: number; readonly admit: () => void };

/**
 * Buffers of whole MiB that are used again. New ones for each part would grow the process: each outlives the collections of young objects while its call is
 * under way, and memory outside of V8's heap is collected late. A part above the total waits until nothing else is lent.
 *
 * @example
 * const parts = createPartBuffers();
 * await parts.lend(file.size, async (memory) => upload(await readInto(memory)));
 */
export function createPartBuffers(totalBytes = TOTAL_BYTES): PartBuffers {
  const free: Buffer[] = [];
  const waiting: Waiter[] = [];
  let lent = 0;

  const admitWaiting = (): void => {
    for (let first = waiting[0]; first && lent + first.bytes <= totalBytes; first = waiting[0]) {
      waiting.shift();
      lent += first.bytes;
      first.admit();
    }
  };

  const take = (size: number): Buffer => {
    const place = free.findIndex(({ length }) => length === size);
    const [same] = place < 0 ? [] : free.splice(place, 1);
    if (same) return same;
    let freeBytes = free.reduce((sum, { length }) => sum + length, 0);
    while (freeBytes > 0 && lent + freeBytes > totalBytes) freeBytes -= free.shift()!.length;
    return Buffer.allocUnsafeSlow(size);
  };

  return {
    lentBytes: () => lent,
    async lend(bytes, use) {
      const size = Math.max(1, Math.ceil(bytes / MIB)) * MIB;
      const cost = Math.min(size, totalBytes);
      await new Promise<void>((admit) => {
        waiting.push({ bytes: cost, admit });
        admitWaiting();
      });
      const memory = take(size);
      try {
        return await use(memory.subarray(0, bytes));
      } finally {
        lent -= cost;
        if (size <= totalBytes) free.push(memory);
        admitWaiting();
      }
    },
  };
}
