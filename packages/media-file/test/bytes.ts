import type { MediaBytes } from '../src/index.ts';

/** A file in memory that notes what is read of it. */
export function inMemory(
  bytes: Uint8Array,
): MediaBytes & { readonly reads: { readonly start: number; readonly end: number }[] } {
  const reads: { start: number; end: number }[] = [];
  return {
    reads,
    size: bytes.length,
    async read(start, end) {
      if (start < 0 || end > bytes.length || start > end) throw new RangeError(`${start} to ${end} is not in the file`);
      reads.push({ start, end });
      return bytes.subarray(start, end);
    },
  };
}
