/** The memory for parts of files on their way to networks, shared by all uploads of a process. */
export type PartBuffers = {
  /** Lends memory while `use` runs; first come first served when all of it is lent. */
  lend<Result>(bytes: number, use: (memory: Buffer) => Promise<Result>): Promise<Result>;
  lentBytes(): number;
};

/** Sixteen parts of X, or four of LinkedIn, under way at the same time. */
const TOTAL_BYTES = 16 * 1024 * 1024;

type Waiter = { readonly bytes: number; readonly admit: () => void };

/**
 * Limits what all uploads hold in memory together. A part above the total waits until nothing else
 * is lent. Each part gets new memory: buffers that were used again made a server larger, since V8
 * collects sooner when there is memory to free outside of its heap (ADR 0038).
 *
 * @example
 * const parts = createPartBuffers();
 * await parts.lend(file.size, async (memory) => upload(await readInto(memory)));
 */
export function createPartBuffers(totalBytes = TOTAL_BYTES): PartBuffers {
  const waiting: Waiter[] = [];
  let lent = 0;
  const admitWaiting = (): void => {
    for (let first = waiting[0]; first && lent + first.bytes <= totalBytes; first = waiting[0]) {
      waiting.shift();
      lent += first.bytes;
      first.admit();
    }
  };
  return {
    lentBytes: () => lent,
    async lend(bytes, use) {
      const cost = Math.min(bytes, totalBytes);
      await new Promise<void>((admit) => {
        waiting.push({ bytes: cost, admit });
        admitWaiting();
      });
      try {
        return await use(Buffer.allocUnsafeSlow(bytes));
      } finally {
        lent -= cost;
        admitWaiting();
      }
    },
  };
}
