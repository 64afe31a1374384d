import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const CELLS = 5;
const CELL_PX = 10;
const MARGIN_PX = 7;
const SIZE_PX = CELLS * CELL_PX + 2 * MARGIN_PX;

/** A small PNG per person: a mirrored pattern in one colour, always the same for the same seed. */
export function drawProfilePicture(seed: string): Buffer {
  const hash = createHash('sha256').update(seed).digest();
  const ink = [hash.readUInt8(0), hash.readUInt8(1), hash.readUInt8(2)].map((value) => 40 + (value % 150));
  const rows: number[] = [];
  for (let y = 0; y < SIZE_PX; y++) {
    // Each row of a PNG starts with the number of its filter; 0 is none.
    rows.push(0);
    for (let x = 0; x < SIZE_PX; x++) rows.push(...(isInked(hash, x, y) ? ink : [240, 242, 245]));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE_PX, 0);
  header.writeUInt32BE(SIZE_PX, 4);
  // 8 bits per channel, colour type 2: red, green, blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isInked(hash: Buffer, x: number, y: number): boolean {
  const [column, row] = [x, y].map((at) => Math.floor((at - MARGIN_PX) / CELL_PX));
  if (column === undefined || row === undefined || column < 0 || row < 0 || column >= CELLS || row >= CELLS)
    return false;
  const mirrored = Math.min(column, CELLS - 1 - column);
  return hash.readUInt8(3 + row * CELLS + mirrored) % 2 === 0;
}

function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.byteLength, 0);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}
