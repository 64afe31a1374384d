import { openWindow } from './byte-window.ts';
import type { MediaBytes } from './media-bytes.ts';

/** Last bytes of a picture: EOI of JPEG (ITU T.81, B.1.1.3), IEND of PNG (W3C PNG, 5.3). */
const JPEG_END = [0xff, 0xd9];
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const START_OF_SCAN = 0xda;

/** So far from the end of the file the last bytes are sought: no network takes a larger picture. */
const MOST_SEARCHED_BYTES = 32 * 1024 * 1024;
const STEP_BYTES = 256 * 1024;

/**
 * Whether a JPEG, PNG or WebP ends before its content does. Bytes behind its end do not matter:
 * phones keep a clip there.
 */
export async function isCutImage(file: MediaBytes, contentType: string): Promise<boolean> {
  if (contentType === 'image/png') return !(await hasAfter(file, 0, PNG_END));
  if (contentType === 'image/webp') return file.size < (await sizeOfWebp(file));
  if (contentType !== 'image/jpeg') return false;
  const scan = await startOfScan(file);
  return scan === null || !(await hasAfter(file, scan, JPEG_END));
}

/** A WebP declares its size in bytes 4 to 8, without the first eight (RFC 9649, 2.4). */
async function sizeOfWebp(file: MediaBytes): Promise<number> {
  const head = await file.read(0, Math.min(file.size, 8));
  return head.length < 8 ? 8 : new DataView(head.buffer, head.byteOffset).getUint32(4, true) + 8;
}

/** Passes the segments before the picture: a thumbnail among them is a whole JPEG of its own. */
async function startOfScan(file: MediaBytes): Promise<number | null> {
  const view = openWindow(file);
  for (let at = 2; at < MOST_SEARCHED_BYTES; ) {
    const [start, marker, high, low] = await view.bytesAt(at, 4);
    if (start !== 0xff || low === undefined) return null;
    if (marker === START_OF_SCAN) return at;
    // Any number of fill bytes may stand before a marker (ITU T.81, B.1.1.2).
    at += marker === 0xff ? 1 : 2 + high! * 256 + low;
  }
  return null;
}

/** Seeks from the end of the file backwards, where the wanted bytes stand as a rule. */
async function hasAfter(file: MediaBytes, from: number, wanted: readonly number[]): Promise<boolean> {
  const first = Math.max(from, file.size - MOST_SEARCHED_BYTES);
  for (let end = file.size; end > first; end -= STEP_BYTES) {
    // Overlaps the step behind it, for bytes that stand across both.
    const bytes = await file.read(Math.max(first, end - STEP_BYTES), Math.min(file.size, end + wanted.length));
    if (includes(bytes, wanted)) return true;
  }
  return false;
}

function includes(bytes: Uint8Array, wanted: readonly number[]): boolean {
  for (let at = bytes.indexOf(wanted[0]!); at !== -1; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, n) => bytes[at + n] === byte)) return true;
  return false;
}
