import type { Scripted } from './scripted-linkedin.ts';

/**
 * Files whose first bytes decide their type; the other bytes count up so that a wrong slice is
 * detected.
 */
function fileOf(head: Buffer, size: number): Buffer {
  const rest = Uint8Array.from({ length: size - head.length }, (_, index) => index % 251);
  return Buffer.concat([head, rest]);
}

const FTYP = Buffer.from([0, 0, 0, 0x18, ...Buffer.from('ftypisom')]);

export const jpeg = (size = 64) => fileOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), size);
export const webp = (size = 64) => fileOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 '), size);
export const mp4 = (size = 64) => fileOf(FTYP, size);

export const pdf = (size = 64) => fileOf(Buffer.from('%PDF-1.7\n'), size);

export const serve = (bytes: Buffer): Scripted => ({ status: 200, body: bytes });
