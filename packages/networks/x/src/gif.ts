import type { MediaFile } from '@fanfare/network';

const WINDOW_BYTES = 64 * 1024;
const TRAILER = 0x3b;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 9;

/** Bytes of a colour table, whose presence and size stand in one byte of flags. */
function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/**
 * Whether a GIF has more than one frame, found by walking its blocks (GIF89a specification) without
 * decoding and with one small window in memory. A file that breaks off before its second frame
 * counts as still.
 */
export async function isAnimatedGif(file: Pick<MediaFile, 'size' | 'slice'>): Promise<boolean> {
  let window: Uint8Array = new Uint8Array(0);
  let windowStart = 0;
  const byteAt = async (at: number): Promise<number> => {
    if (at >= file.size) return TRAILER;
    if (at < windowStart || at >= windowStart + window.length) {
      windowStart = at;
      window = await file.slice(at, Math.min(at + WINDOW_BYTES, file.size));
    }
    return window[at - windowStart] ?? TRAILER;
  };
  /** Position after a chain of data blocks; the chain ends with an empty one. */
  const afterBlocks = async (from: number): Promise<number> => {
    let at = from;
    while (at < file.size) {
      const length = await byteAt(at);
      at += 1 + length;
      if (length === 0) break;
    }
    return at;
  };

  let frames = 0;
  let at = HEADER_BYTES + colourTableBytes(await byteAt(10));
  while (at < file.size) {
    const block = await byteAt(at);
    if (block === EXTENSION) {
      at = await afterBlocks(at + 2);
    } else if (block === IMAGE) {
      frames++;
      if (frames > 1) return true;
      const colours = colourTableBytes(await byteAt(at + IMAGE_DESCRIPTOR_BYTES));
      at = await afterBlocks(at + 1 + IMAGE_DESCRIPTOR_BYTES + colours + 1);
    } else {
      return false;
    }
  }
  return false;
}
