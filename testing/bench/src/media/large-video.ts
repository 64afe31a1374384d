import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CLIP = readFileSync(fileURLToPath(new URL('../../../../packages/sandbox/samples/clip.mp4', import.meta.url)));
const BOX_HEAD_BYTES = 8;
/** Not zeros, which a disk may keep as nothing. */
const FILLER = Buffer.alloc(2 ** 20, 'fanfare ');

/**
 * A playable MP4 of any size: a clip, and a `free` box that every reader skips (ISO/IEC 14496-12,
 * 8.1.2).
 */
export function* largeVideo(bytes: number): Generator<Buffer, void, undefined> {
  const free = bytes - CLIP.length;
  const head = Buffer.alloc(BOX_HEAD_BYTES);
  head.writeUInt32BE(free);
  head.write('free', 4, 'latin1');
  yield Buffer.concat([CLIP, head]);
  for (let left = free - BOX_HEAD_BYTES; left > 0; left -= FILLER.length) yield FILLER.subarray(0, left);
}

/** Its bytes in pieces of this size; the last one is shorter. */
export function* piecesOf(bytes: number, pieceBytes: number): Generator<readonly Buffer[], void, undefined> {
  let piece: Buffer[] = [];
  let left = pieceBytes;
  for (let chunk of largeVideo(bytes)) {
    while (chunk.length >= left) {
      yield [...piece, chunk.subarray(0, left)];
      chunk = chunk.subarray(left);
      piece = [];
      left = pieceBytes;
    }
    if (chunk.length > 0) piece.push(chunk);
    left -= chunk.length;
  }
  if (piece.length > 0) yield piece;
}
