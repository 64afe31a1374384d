import { isTurned } from './exif-orientation.ts';
import { sniffMedia } from './sniff-media.ts';

export type ImageFacts = {
  readonly type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
  /** Size as it is shown, after the rotation that a camera noted. */
  readonly width: number;
  readonly height: number;
  /** More than one means that it is animated. */
  readonly frames: number;
};

/** Reads the facts of a picture; null if no JPEG, PNG, GIF or WebP, or cut. */
export function readImageFacts(bytes: Buffer): ImageFacts | null {
  try {
    switch (sniffMedia(bytes)) {
      case 'image/jpeg':
        return readJpeg(bytes);
      case 'image/png':
        return readPng(bytes);
      case 'image/gif':
        return readGif(bytes);
      case 'image/webp':
        return readWebp(bytes);
      default:
        return null;
    }
  } catch (error) {
    // A read past the end: the file is shorter than it declares.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** ITU T.81: the size is in the frame header (SOFn), the picture ends with EOI. */
function readJpeg(bytes: Buffer): ImageFacts | null {
  let at = 2;
  let isOnItsSide = false;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xe1) isOnItsSide = isTurned(bytes.subarray(at + 4));
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      // Some cameras pad the file after its end, so the end marker is searched, not expected as the
      // last two bytes.
      if (bytes.lastIndexOf('\xff\xd9', undefined, 'latin1') < at) return null;
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      const size = isOnItsSide ? { width: height, height: width } : { width, height };
      return { type: 'image/jpeg', ...size, frames: 1 };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** W3C PNG: IHDR first, IEND last. */
function readPng(bytes: Buffer): ImageFacts | null {
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  for (let at = 8; at < bytes.length; ) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return { type: 'image/png', width, height, frames: 1 };
    at += 12 + bytes.readUInt32BE(at);
  }
  return null;
}

/** GIF89a: blocks up to the trailer byte 0x3B; each image descriptor (0x2C) is one frame. */
function readGif(bytes: Buffer): ImageFacts | null {
  const width = bytes.readUInt16LE(6);
  const height = bytes.readUInt16LE(8);
  let frames = 0;
  let at = 13 + colourTable(bytes.readUInt8(10));
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === 0x3b) return frames > 0 ? { type: 'image/gif', width, height, frames } : null;
    if (block === 0x21) at += 2;
    else if (block === 0x2c) {
      frames++;
      at += 11 + colourTable(bytes.readUInt8(at + 9));
    } else return null;
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += 1 + size;
    at += 1;
  }
}

function colourTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** RFC 9649: a RIFF container whose first chunk gives the size in one of three ways. */
function readWebp(bytes: Buffer): ImageFacts | null {
  if (bytes.length < bytes.readUInt32LE(4) + 8) return null;
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16));
  if (!size) return null;
  const moves = bytes.includes('ANMF', 12, 'latin1');
  return { type: 'image/webp', ...size, frames: moves ? 2 : 1 };
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | null {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
