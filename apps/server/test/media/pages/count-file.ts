/** Bounds that leave time to a slow machine. */
export const BOUNDS = { timeoutMs: 60_000, memoryBytes: 512 * 1024 * 1024 };

export const inMemory = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});
