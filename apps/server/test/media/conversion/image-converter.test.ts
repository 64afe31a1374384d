import { type ImageFacts, readMediaFile } from '@fanfare/media-file';
import { html, jpeg, png, svgWithScript, zipBomb } from '@fanfare/media-file/testing/files';
import { instagramImage } from '@fanfare/network-instagram/file-rules';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createImageConverter } from '../../../src/media/conversion/image-converter.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { plain, REAL_PICTURES, square } from './real-pictures.ts';

const log = createLogger('silent', () => undefined);
const { convert } = createImageConverter({ log });
const named = (name: string) => REAL_PICTURES.find((picture) => picture.name === name)!.bytes();

async function converted(bytes: Buffer, form = instagramImage) {
  const facts = await readMediaFile({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) });
  const made = await convert(bytes, facts as ImageFacts, form);
  if (!made) return null;
  const { format, space, hasAlpha, orientation, exif, width, height } = await sharp(made).metadata();
  const [r, g, b] = await sharp(made).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  return {
    made,
    format,
    space,
    hasAlpha,
    orientation,
    hasExif: exif !== undefined,
    width,
    height,
    corner: [r!, g!, b!],
  };
}

const isRed = ([r = 0, g = 0, b = 0]: readonly number[]) => r > 200 && g < 60 && b < 60;

describe('a converted image', () => {
  test.each(['real WebP', 'real AVIF', 'real 16-bit PNG', 'real animated GIF', 'real CMYK TIFF'])(
    'of a %s is a JPEG in sRGB with the same colours',
    async (name) => {
      const result = await converted(await named(name));
      expect(result).toMatchObject({ format: 'jpeg', space: 'srgb', hasAlpha: false });
      expect(isRed(result!.corner)).toBe(true);
    },
  );

  test('is turned as its EXIF data says, and has none of it', async () => {
    const bytes = await plain({ width: 400, height: 300 })
      .flatten()
      .withExif({ IFD0: { Copyright: 'Ana', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    // What reads the facts of a WebP knows no EXIF data: it says 400 x 300.
    expect(await converted(await sharp(bytes).keepMetadata().jpeg().toBuffer())).toMatchObject({
      ...{ width: 300, height: 400, orientation: undefined, hasExif: false },
    });
  });

  test('is white where it was transparent', async () => {
    const result = await converted(
      await plain(square, { ...{ r: 0, g: 0, b: 0 }, alpha: 0 })
        .png()
        .toBuffer(),
    );
    expect(result!.corner).toEqual([255, 255, 255]);
  });

  test('has at most the bytes and the width of its form', async () => {
    const noisy = await named('real noise of 2000 x 2000');
    const wide = await converted(noisy);
    expect([wide!.width, wide!.height]).toEqual([1_440, 1_440]);
    const form = { ...instagramImage, maxBytes: 100_000 };
    const small = await converted(noisy, form);
    expect(small!.made.length).toBeLessThanOrEqual(100_000);
    expect(small!.width).toBeLessThan(1_440);
  });

  test('has nothing of what stands behind its original', async () => {
    const result = await converted(Buffer.concat([await named('real 16-bit PNG'), zipBomb(), html()]));
    expect(result!.made.includes('PK\x03\x04') || result!.made.includes('<!doctype')).toBe(false);
  });
});

describe('nothing is made', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG of 30,000 x 30,000', () => png({ width: 30_000, height: 30_000 })],
    ['a PNG that ends early', async () => (await named('real 16-bit PNG')).subarray(0, -40)],
    ['a JPEG that ends early', () => jpeg({ ...square }).subarray(0, 3_000)],
    ['SVG', svgWithScript],
    ['a page', html],
    ['nothing', () => Buffer.alloc(0)],
  ])('of %s', async (_, bytes) => {
    const facts = { type: 'image', contentType: 'image/png', bytes: 9, isCut: false, ...square } as const;
    expect(await convert(await bytes(), { ...facts, orientation: 1, frames: 1 }, instagramImage)).toBeNull();
  });

  test('without the library, or when it cannot be loaded', async () => {
    const broken = createImageConverter({ log, load: () => Promise.reject(new Error('no binary for this machine')) });
    expect(broken.isInstalled()).toBe(true);
    const facts = { type: 'image', contentType: 'image/png', bytes: 9, isCut: false, ...square } as const;
    expect(
      await broken.convert(await named('real WebP'), { ...facts, orientation: 1, frames: 1 }, instagramImage),
    ).toBeNull();
    expect(broken.isInstalled()).toBe(false);
  });
});
