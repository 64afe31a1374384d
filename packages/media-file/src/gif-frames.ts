import { openWindow } from './byte-window.ts';
import type { MediaBytes } from './media-bytes.ts';

const TRAILER = 0x3b;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 9;
/** No network takes a GIF with so many frames; more are not counted. */
const MOST_FRAMES = 10_000;

/** Bytes of a colour table, whose presence and size stand in one byte of flags. */
const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

/**
 * Counts the frames of a GIF by its blocks (GIF89a specification), without decoding and with one
 * small window in memory. `isWhole` is false for a file that breaks off or is damaged.
 */
export async function countGifFrames(
  file: MediaBytes,
): Promise<{ readonly frames: number; readonly isWhole: boolean }> {
  const { byteAt } = openWindow(file);
  /** Position after a chain of data blocks; the chain ends with an empty one. */
  const afterBlocks = async (from: number): Promise<number> => {
    for (let at = from; ; ) {
      const next = byteAt(at);
      const length = typeof next === 'number' ? next : await next;
      if (length <= 0) return at + 1;
      at += 1 + length;
    }
  };

  let frames = 0;
  let at = HEADER_BYTES + colourTableBytes(await byteAt(10));
  for (;;) {
    const block = await byteAt(at);
    if (block === TRAILER || frames === MOST_FRAMES) return { frames, isWhole: true };
    if (block === EXTENSION) {
      at = await afterBlocks(at + 2);
    } else if (block === IMAGE) {
      const colours = colourTableBytes(await byteAt(at + IMAGE_DESCRIPTOR_BYTES));
      at = await afterBlocks(at + 1 + IMAGE_DESCRIPTOR_BYTES + colours + 1);
      frames++;
    } else {
      return { frames, isWhole: false };
    }
  }
}
