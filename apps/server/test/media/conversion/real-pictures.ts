import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

const square = { width: 1_080, height: 1_080 };
const RED = { r: 250, g: 10, b: 10 };
const plain = (size: { width: number; height: number } = square, background: object = RED): Sharp =>
  sharp({ create: { ...size, channels: 4, background } });
/** Noise is as large as a picture can be. */
const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

const picture = (name: string, bytes: () => Promise<Buffer>) => ({ name, as: 'image', bytes }) as const;

/** Two frames: the first is red. */
const moving = (): Sharp =>
  sharp(
    Buffer.concat([
      Buffer.alloc(100 * 100 * 3, Buffer.from([250, 10, 10])),
      Buffer.alloc(100 * 100 * 3, Buffer.from([10, 10, 250])),
    ]),
    { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } },
  );

/** Pictures with real content, by name. */
export const REAL_PICTURES = [
  picture('real WebP', () => plain().webp().toBuffer()),
  picture('real lossless WebP', () => plain().webp({ lossless: true }).toBuffer()),
  picture('real animated WebP', () => moving().webp({ lossless: true }).toBuffer()),
  picture('real animated GIF', () => moving().gif().toBuffer()),
  picture('real AVIF', () => plain().avif({ effort: 0 }).toBuffer()),
  picture('real 16-bit PNG', () => plain().toColourspace('rgb16').png().toBuffer()),
  picture('real CMYK TIFF', () => plain().flatten().toColourspace('cmyk').tiff().toBuffer()),
  picture('real noise of 2000 x 2000', () => noise(2_000, 2_000).png().toBuffer()),
  picture('real CMYK JPEG of 10 MB', () =>
    noise(2_000, 2_000).toColourspace('cmyk').jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
  ),
] as const;

export { plain, square };
