import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import type { MediaFile, MediaSource } from '@fanfare/network';

export type SampleImage = {
  readonly url: string;
  readonly altText: string;
  readonly rgb: readonly [number, number, number];
};

/** Nobody fetches these addresses: the driver gets the bytes from the kit. */
export const SAMPLE_IMAGES: readonly SampleImage[] = [
  { url: 'https://hub-kit.invalid/blue.png', altText: 'A blue area & nothing else', rgb: [38, 84, 153] },
  { url: 'https://hub-kit.invalid/green.png', altText: 'A green area, the second image', rgb: [46, 125, 50] },
  { url: 'https://hub-kit.invalid/orange.png', altText: 'An orange area, the last image', rgb: [230, 126, 34] },
];

const WIDTH = 640;
const HEIGHT = 400;

/** The samples as fetched files. */
export const sampleMedia: MediaSource = {
  async open({ url }) {
    const sample = SAMPLE_IMAGES.find((image) => image.url === url);
    if (!sample) throw new Error(`There is no sample image at ${url}.`);
    return fileOf(toPng(sample.rgb));
  },
};

const fileOf = (bytes: Buffer): MediaFile => ({
  contentType: 'image/png',
  size: bytes.length,
  slice: async (start, end) => bytes.subarray(start, end),
  withPart: (start, end, use) => use(bytes.subarray(start, end)),
  stream: () => Readable.from([bytes]),
  countPages: async () => null,
});

/** A PNG of one colour (W3C PNG, third edition, sections 5 and 11): eight bits, no alpha. */
function toPng(rgb: SampleImage['rgb']): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(WIDTH * 3, Buffer.from(rgb))]);
  const rows = Buffer.concat(Array.from({ length: HEIGHT }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([around.subarray(0, 4), typed, around.subarray(4)]);
}
