import { describe, expect, test } from 'vitest';
import { readMediaFile } from '../src/index.ts';
import {
  bmp,
  box,
  clip,
  compoundFile,
  gif,
  heif,
  html,
  jpeg,
  office,
  pdf,
  pdfBomb,
  png,
  pptxOfSlides,
  svgWithScript,
  tiff,
  webm,
  webp,
  zipBomb,
} from './build/index.ts';
import { inMemory } from './bytes.ts';
import { expectChangedFilesAreRead, expectCutsAreSeen } from './damaged-files.ts';

const MIB = 1024 * 1024;
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const read = (bytes: Uint8Array) => readMediaFile(inMemory(bytes));
const square = { width: 1_080, height: 1_080 };
const image = { type: 'image', isCut: false, ...square, orientation: 1, frames: 1 };
const video = {
  ...{ type: 'video', contentType: 'video/mp4', bytes: 100_000, isCut: false, width: 1_080, height: 1_920 },
  ...{ rotation: 0, durationMs: 4_000, framesPerSecond: 30, videoCodec: 'avc1.64001f', audioCodec: 'mp4a.40.2' },
  ...{ audioHz: 44_100, bitsPerSecond: 200_000, indexFirst: true, hasEdits: false },
};

describe('pictures', () => {
  test.each<[string, Buffer, object]>([
    ['JPEG', jpeg(square), { contentType: 'image/jpeg' }],
    ['CMYK JPEG', jpeg({ ...square, components: 4 }), { contentType: 'image/jpeg' }],
    [
      'JPEG on its side',
      jpeg({ width: 400, height: 300, orientation: 6 }),
      { contentType: 'image/jpeg', width: 300, height: 400, orientation: 6 },
    ],
    ['JPEG with an unknown orientation', jpeg({ ...square, orientation: 77 }), { contentType: 'image/jpeg' }],
    [
      'JPEG whose size stands behind 100 KB of EXIF data',
      jpeg({ ...square, thumbnail: Buffer.alloc(60_000) }),
      { contentType: 'image/jpeg' },
    ],
    ['16-bit PNG', png({ ...square, bitDepth: 16 }), { contentType: 'image/png', isTransparent: true }],
    ['animated PNG', png({ ...square, frames: 3 }), { contentType: 'image/png', frames: 2, isTransparent: true }],
    [
      'PNG of 30,000 x 30,000',
      png({ width: 30_000, height: 30_000 }),
      { contentType: 'image/png', width: 30_000, height: 30_000, isTransparent: true },
    ],
    ['animated GIF', gif({ ...square, frames: 3 }), { contentType: 'image/gif', frames: 3 }],
    ['WebP', webp(square), { contentType: 'image/webp' }],
    ['animated WebP', webp({ ...square, isAnimated: true }), { contentType: 'image/webp', frames: 2 }],
    ['BMP', bmp(square), { contentType: 'image/bmp' }],
    ['TIFF', tiff(square), { contentType: 'image/tiff' }],
    ['HEIC', heif({ ...square, brand: 'heic' }), { contentType: 'image/heic' }],
    ['AVIF', heif({ ...square, brand: 'avif' }), { contentType: 'image/avif' }],
  ])('%s', async (_, bytes, facts) => {
    expect(await read(bytes)).toEqual({ ...image, bytes: bytes.length, ...facts });
  });

  test('what follows a picture changes nothing: a page, an archive, the clip of a phone', async () => {
    for (const picture of [jpeg(square), png(square), gif(square), webp(square)]) {
      for (const tail of [html(), zipBomb(), clip({ bytes: 300_000 })]) {
        const bytes = Buffer.concat([picture, tail]);
        expect(await read(bytes)).toEqual({ ...(await read(picture)), bytes: bytes.length });
      }
    }
  });

  test('a picture that is cut says so', () => expectCutsAreSeen(13));
});

describe('videos', () => {
  test.each<[string, Parameters<typeof clip>[0], object]>([
    ['an ordinary clip, with the edit list of its encoder', {}, {}],
    ['MOV', { brand: 'qt  ' }, { contentType: 'video/quicktime' }],
    ['QuickTime without ftyp', { brand: null }, { contentType: 'video/quicktime' }],
    ['M4V', { brand: 'M4V ' }, {}],
    ['HEVC', { codec: 'hvc1' }, { videoCodec: 'hvc1.1.6.L93.90' }],
    ['VP9', { codec: 'vp09' }, { videoCodec: 'vp09.00.31.08' }],
    ['a codec nobody knows', { codec: 'zzzz' }, { videoCodec: 'zzzz' }],
    ['without sound', { audio: null }, { audioCodec: null, audioHz: null }],
    ['rotated by 90 degrees', { width: 1_920, height: 1_080, rotation: 90 }, { rotation: 90 }],
    ['rotated by 270 degrees', { width: 1_920, height: 1_080, rotation: 270 }, { rotation: 270 }],
    ['with its index at the end', { isIndexFirst: false }, { indexFirst: false }],
    ['trimmed without encoding', { edits: [{ ms: 2_000, from: 1_500 }] }, { hasEdits: true }],
    ['cut short without encoding', { edits: [{ ms: 2_000, from: 0 }] }, { hasEdits: true }],
    [
      'of two parts',
      {
        edits: [
          { ms: 2_000, from: 0 },
          { ms: 2_000, from: 1_000 },
        ],
      },
      { hasEdits: true },
    ],
    [
      'that begins after a pause',
      {
        edits: [
          { ms: 500, from: -1 },
          { ms: 4_000, from: 0 },
        ],
      },
      {},
    ],
    ['of 512 MB', { bytes: 512 * MIB }, { bytes: 512 * MIB, bitsPerSecond: 1_073_741_824 }],
  ])('%s', async (_, wanted, facts) => {
    expect(await read(clip(wanted))).toEqual({ ...video, ...facts });
  });

  test('of fragments may not say how long it is', async () => {
    const bytes = clip({ durationMs: 0 });
    expect(await read(bytes)).toEqual({ ...video, durationMs: null, framesPerSecond: null, bitsPerSecond: null });
  });

  test('that is cut says so; an archive behind a whole one changes nothing', async () => {
    for (const wanted of [{}, { isIndexFirst: false }]) {
      const bytes = clip(wanted);
      for (let length = 20; length < bytes.length; length += 97)
        expect(await read(bytes.subarray(0, length)), `${length} bytes`).toMatchObject({ isCut: true });
      const more = Buffer.concat([bytes, zipBomb()]);
      expect(await read(more)).toMatchObject({ isCut: false, durationMs: 4_000, bytes: more.length });
    }
  });
});

test.each<[string, Buffer, object]>([
  ['PDF', pdf(), { type: 'document', contentType: 'application/pdf' }],
  ['PDF that is a bomb', pdfBomb(), { type: 'document', contentType: 'application/pdf' }],
  ['DOCX', office('docx'), { type: 'document', contentType: `${OFFICE}.wordprocessingml.document` }],
  ['PPTX', office('pptx'), { type: 'document', contentType: `${OFFICE}.presentationml.presentation` }],
  [
    'PPTX with a list of 200 kB of its parts',
    pptxOfSlides(1_200, '', false),
    { type: 'document', contentType: `${OFFICE}.presentationml.presentation` },
  ],
  ['DOC', compoundFile(), { type: 'document', contentType: 'application/x-cfb' }],
  ['SVG', svgWithScript(), { type: 'other', contentType: 'application/octet-stream' }],
  ['page', html(), { type: 'other', contentType: 'application/octet-stream' }],
  ['archive that is a bomb', zipBomb(), { type: 'other', contentType: 'application/zip' }],
  ['WebM', webm(), { type: 'other', contentType: 'video/webm' }],
  ['nothing', Buffer.alloc(0), { type: 'other', contentType: 'application/octet-stream', isCut: true }],
])('other files: %s', async (_, bytes, facts) => {
  expect(await read(bytes)).toEqual({ bytes: bytes.length, isCut: false, ...facts });
});

describe('hostile files', () => {
  /** Says that four billion frames have the same size, in twenty bytes. */
  const manyFrames = box('stsz', Buffer.from([0, 0, 0, 0, 0, 0, 0, 9, 0xff, 0xff, 0xff, 0xff]));
  const manyBoxes = box('udta', Buffer.alloc(16 * MIB, box('free')));
  const nested = (levels: number) => {
    let inner: Buffer = Buffer.alloc(0);
    for (let level = 0; level < levels; level++) inner = box('trak', inner);
    return box('moov', inner);
  };

  test.each<[string, Buffer]>([
    ['a table that claims four billion frames', clip({ table: manyFrames })],
    [
      'the same table inside a description',
      clip({ table: box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('avc1', Buffer.alloc(78), manyFrames)) }),
    ],
    ['two million boxes', Buffer.concat([box('ftyp', Buffer.from('isom')), Buffer.alloc(16 * MIB, box('free'))])],
    ['two million boxes inside the index', Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', manyBoxes)])],
    ['an index of 10,000 levels', Buffer.concat([box('ftyp', Buffer.from('isom')), nested(10_000)])],
    [
      'an endless chain of segments',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(16 * MIB, Buffer.from('ffe00002', 'hex'))]),
    ],
  ])('%s takes little memory', async (name, bytes) => {
    const file = inMemory(bytes);
    await readMediaFile(file);
    const most = Math.max(...file.reads.map(({ start, end }) => end - start));
    expect(most).toBeLessThanOrEqual(2 * MIB);
    const all = file.reads.reduce((sum, { start, end }) => sum + end - start, 0);
    // A chain of segments can only be followed; of an index no more is read than one has.
    expect(all).toBeLessThan(name.includes('segments') ? bytes.length + 2 * MIB : MIB);
  });

  test('of a large video only its index is read', async () => {
    const file = inMemory(clip({ bytes: 512 * MIB, isIndexFirst: false }));
    await readMediaFile(file);
    expect(file.reads.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(MIB);
  });

  test('changed at random are read without an error', () => expectChangedFilesAreRead(1_000));
});

test('a store that cannot be read is an error, not a damaged file', async () => {
  for (const bytes of [jpeg(square), gif(square), clip()]) {
    const file = inMemory(bytes);
    let reads = 0;
    const failing = {
      ...file,
      read: (start: number, end: number) =>
        reads++ > 0 ? Promise.reject(new Error('disk gone')) : file.read(start, end),
    };
    await expect(readMediaFile(failing)).rejects.toThrow('disk gone');
  }
});
