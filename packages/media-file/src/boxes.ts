import type { ByteWindow } from './byte-window.ts';

/** A box (ISO/IEC 14496-12, 4.2) and its positions in the file. */
export type Box = { readonly type: string; readonly start: number; readonly body: number; readonly end: number };

/** Far more than an index has; of a file with more fragments the rest is not looked at. */
export const MOST_BOXES = 4_000;

/** The boxes between two positions, until something else stands there. */
export async function* boxesOf(
  view: ByteWindow,
  start: number,
  end: number,
  budget: { boxes: number },
): AsyncGenerator<Box> {
  for (let at = start; at + 8 <= end && budget.boxes > 0; budget.boxes--) {
    const bytes = await view.bytesAt(at, 16);
    const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const type = String.fromCharCode(...bytes.subarray(4, 8));
    const declared = head.getUint32(0);
    // 1: the size follows as 64 bits; 0: up to the end.
    const isLong = declared === 1 && bytes.length === 16;
    const size = isLong ? Number(head.getBigUint64(8)) : declared === 0 ? end - at : declared;
    const body = at + (isLong ? 16 : 8);
    if (at + size < body) return;
    yield { type, start: at, body, end: at + size };
    at += size;
  }
}
