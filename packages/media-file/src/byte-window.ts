import type { MediaBytes } from './media-bytes.ts';

const WINDOW_BYTES = 64 * 1024;

/** A file through one small window in memory. Positions behind the end have no byte. */
export type ByteWindow = {
  readonly size: number;
  /** The byte at a position, -1 behind the end. It waits only when the window has to move. */
  byteAt(at: number): number | Promise<number>;
  /** Up to `length` bytes from a position; fewer at the end of the file. */
  bytesAt(at: number, length: number): Promise<Uint8Array>;
};

/** Opens a window on a file. */
export function openWindow(file: MediaBytes): ByteWindow {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  const move = async (to: number): Promise<void> => {
    bytes = await file.read(to, Math.min(file.size, to + WINDOW_BYTES));
    start = to;
  };
  const moveAndRead = async (at: number): Promise<number> => {
    await move(at);
    return bytes[0] ?? -1;
  };
  return {
    size: file.size,
    byteAt: (at) => (at >= file.size ? -1 : (bytes[at - start] ?? moveAndRead(at))),
    async bytesAt(at, length) {
      const end = Math.min(file.size, at + length);
      if (at >= end) return new Uint8Array(0);
      if (end - at > WINDOW_BYTES) return await file.read(at, end);
      if (at < start || end > start + bytes.length) await move(at);
      return bytes.subarray(at - start, end - start);
    },
  };
}
