import { crc32, deflateSync } from 'node:zlib';

type Size = { readonly width: number; readonly height: number };

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const u16 = (...values: readonly number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u32le = (value: number): Buffer => u32(value).reverse();
const u24le = (value: number): Buffer => u32le(value).subarray(0, 3);
const u16le = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
/** Zeros up to a size of the whole file. */
const padding = (wanted: number | undefined, parts: readonly Buffer[]): Buffer =>
  Buffer.alloc(Math.max(0, (wanted ?? 0) - parts.reduce((size, part) => size + part.length, 0)));

/** A grey JPEG (ITU T.81), padded to exactly `bytes` in its scan. */
export function jpeg({
  width,
  height,
  orientation,
  components = 3,
  thumbnail = Buffer.alloc(0),
  bytes,
}: Size & {
  readonly orientation?: number;
  /** 4 is CMYK. */
  readonly components?: 1 | 3 | 4;
  /** Stands in the EXIF data. */
  readonly thumbnail?: Buffer;
  readonly bytes?: number;
}): Buffer {
  const segment = (marker: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);
  const entry = orientation === undefined ? [] : [u16(0x0112, 3), u32(1), u16(orientation, 0)];
  const exif = Buffer.concat([text('Exif\0\0MM'), u16(42), u32(8), u16(entry.length / 3), ...entry, u32(0), thumbnail]);
  const planes = Array.from({ length: components }, (_, n) => [n + 1, 0x11, 0]);
  const scans = Array.from({ length: components }, (_, n) => [n + 1, 0]);
  const head = [
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.concat([text('JFIF\0'), Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0])])),
    ...(orientation === undefined && thumbnail.length === 0 ? [] : [segment(0xe1, exif)]),
    segment(0xc0, Buffer.concat([Buffer.from([8]), u16(height, width), Buffer.from([components, ...planes.flat()])])),
    // One quantisation table; one code of one bit in each Huffman table: no difference, and the end
    // of a block.
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(16)])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(16)])),
    segment(0xda, Buffer.from([components, ...scans.flat(), 0, 63, 0])),
    Buffer.alloc(Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8) * components * 2) / 8)),
  ];
  const end = Buffer.from([0xff, 0xd9]);
  return Buffer.concat([...head, padding(bytes, [...head, end]), end]);
}

/** Larger pictures have no content: it would fill the memory. */
const MOST_PIXELS = 40_000_000;

/** A transparent PNG (W3C PNG); `frames` makes it an animated one, which has one. */
export function png({
  width,
  height,
  bitDepth = 8,
  frames = 1,
  bytes,
}: Size & { readonly bitDepth?: 8 | 16; readonly frames?: number; readonly bytes?: number }): Buffer {
  const chunk = (type: string, body: Buffer) =>
    Buffer.concat([u32(body.length), text(type), body, u32(crc32(Buffer.concat([text(type), body])))]);
  const lineBytes = 1 + width * 4 * (bitDepth / 8);
  const parts = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([bitDepth, 6, 0, 0, 0])])),
    ...(frames > 1 ? [chunk('acTL', Buffer.concat([u32(frames), u32(0)]))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(width * height > MOST_PIXELS ? 64 : lineBytes * height))),
  ];
  const end = chunk('IEND', Buffer.alloc(0));
  const missing = padding(bytes, [...parts, end, Buffer.alloc(12)]);
  return Buffer.concat([...parts, ...(bytes === undefined ? [] : [chunk('teXt', missing)]), end]);
}

/**
 * A GIF (GIF89a); every frame has one data block of two bytes, the first as many as `bytes` needs.
 */
export function gif({
  width,
  height,
  frames = 1,
  bytes,
}: Size & { readonly frames?: number; readonly bytes?: number }): Buffer {
  const frame = (data: Buffer) =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
      ...[u16le(width), u16le(height), Buffer.from([0, 2]), data, Buffer.from([0])],
    ]);
  const small = frame(Buffer.from([2, 0x44, 1]));
  const parts = [
    text('GIF89a'),
    ...[u16le(width), u16le(height), Buffer.from([0x80, 0, 0]), Buffer.alloc(6)],
    ...Array.from({ length: frames - 1 }, () => small),
  ];
  const end = Buffer.from([0x3b]);
  const missing = padding(bytes, [...parts, small, end]).length;
  const blocks = Buffer.alloc(missing, 0xff);
  // The last block is as long as what is left over.
  if (missing > 0) for (let at = 0; at < missing; at += 256) blocks[at] = Math.min(255, missing - at - 1);
  return Buffer.concat([...parts, frame(Buffer.concat([Buffer.from([2, 0x44, 1]), blocks])), end]);
}

/** A WebP (RFC 9649): lossy, or extended when it is animated. */
export function webp({ width, height, isAnimated = false }: Size & { readonly isAnimated?: boolean }): Buffer {
  const lossy = Buffer.concat([Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a]), u16le(width), u16le(height), Buffer.alloc(8)]);
  const extended = Buffer.concat([u32le(0x02), u24le(width - 1), u24le(height - 1)]);
  const chunk = (type: string, body: Buffer) => Buffer.concat([text(type), u32le(body.length), body]);
  const body = isAnimated
    ? Buffer.concat([chunk('VP8X', extended), chunk('ANIM', Buffer.alloc(6)), chunk('ANMF', Buffer.alloc(24))])
    : chunk('VP8 ', lossy);
  return Buffer.concat([text('RIFF'), u32le(body.length + 4), text('WEBP'), body]);
}

/** A bitmap of Windows. */
export const bmp = ({ width, height }: Size): Buffer =>
  Buffer.concat([text('BM'), u32le(70), u32le(0), u32le(54), u32le(40), u32le(width), u32le(height), Buffer.alloc(44)]);

/** A black TIFF (TIFF 6.0) in one strip. */
export const tiff = ({ width, height }: Size): Buffer => {
  const entries = [
    ...[
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
    ],
    ...[
      [273, 8 + 2 + 9 * 12 + 4],
      [277, 1],
      [278, height],
      [279, width * height],
    ],
  ];
  const entry = ([tag, value]: readonly number[]) => Buffer.concat([u16le(tag!), u16le(4), u32le(1), u32le(value!)]);
  const head = [text('II*\0'), u32le(8), u16le(entries.length), ...entries.map(entry), u32le(0)];
  return Buffer.concat([...head, Buffer.alloc(width * height)]);
};

/** A HEIC or AVIF with nothing but its size (ISO/IEC 23008-12). */
export function heif({ width, height, brand }: Size & { readonly brand: 'heic' | 'mif1' | 'avif' }): Buffer {
  const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    return Buffer.concat([u32(body.length + 8), text(type), body]);
  };
  const properties = box('ipco', box('ispe', u32(0), u32(width), u32(height)));
  return Buffer.concat([
    box('ftyp', text(brand), u32(0), text('mif1')),
    box('meta', u32(0), box('iprp', properties)),
    box('mdat', Buffer.alloc(64)),
  ]);
}

export const svgWithScript = (): Buffer =>
  text(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080"><script>alert(document.domain)</script></svg>',
  );
export const pdf = (): Buffer =>
  text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
/** A PDF of ten million pages, each with a stream of 100 MB of zeros in 100 kB. */
export function pdfBomb(): Buffer {
  const stream = deflateSync(Buffer.alloc(100_000_000));
  return Buffer.concat([
    text('%PDF-1.7\n1 0 obj\n<< /Type /Pages /Count 10000000 /Kids [2 0 R] >>\nendobj\n2 0 obj\n'),
    text(`<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`),
    stream,
    text('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
}
export const html = (): Buffer =>
  text('<!doctype html><title>Sign in</title><p>Please sign in to see this picture.</p>');

/** A ZIP whose one entry claims to be 4 GB of zeros. */
export function zipBomb(): Buffer {
  const data = deflateSync(Buffer.alloc(1_000_000));
  const entry = [
    u16le(20),
    u16le(0),
    u16le(8),
    u32le(0),
    u32le(0),
    u32le(data.length),
    u32le(0xfffffffe),
    u16le(5),
    u16le(0),
  ];
  return Buffer.concat([text('PK\x03\x04'), ...entry, text('a.bin'), data]);
}
