import type { MediaBytes } from './media-bytes.ts';

/** Cameras pad files after their end; padding is shorter than this. */
const TAIL_BYTES = 64 * 1024;

const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
/**
 * Last bytes of a whole file: EOI of JPEG (ITU T.81, B.1.1.3), IEND of PNG (W3C PNG, 5.3), the
 * trailer of GIF (GIF89a, 27).
 */
const ENDS: Readonly<Record<string, readonly number[]>> = {
  'image/jpeg': [0xff, 0xd9],
  'image/png': PNG_END,
  'image/apng': PNG_END,
  'image/gif': [0x3b],
};

/** Whether a picture ends before its end marker. A WebP declares its size (RFC 9649, 2.4). */
export async function isCutImage(file: MediaBytes, contentType: string): Promise<boolean> {
  if (contentType === 'image/webp') {
    const head = await file.read(0, Math.min(file.size, 8));
    return head.length < 8 || new DataView(head.buffer, head.byteOffset).getUint32(4, true) + 8 > file.size;
  }
  const end = ENDS[contentType];
  if (end === undefined) return false;
  return !hasBytes(await file.read(Math.max(0, file.size - TAIL_BYTES), file.size), end);
}

function hasBytes(bytes: Uint8Array, wanted: readonly number[]): boolean {
  for (let at = bytes.length - wanted.length; at >= 0; at--)
    if (wanted.every((byte, n) => bytes[at + n] === byte)) return true;
  return false;
}
