import {
  bmp,
  clip,
  gif,
  heif,
  html,
  jpeg,
  pdf,
  png,
  svgWithScript,
  tiff,
  webp,
  zipBomb,
} from '@fanfare/media-file/testing/files';
import type { CorpusFile } from './corpus.ts';

const MIB = 1024 * 1024;
const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'] as const;
const square = { width: 1_080, height: 1_080 };
const size = (width: number, height: number) => ({ width, height });
const everywhere = (rule: string): readonly string[] => NETWORKS.map((network) => `${network}.${rule}`);

const picture = (name: string, bytes: () => Buffer, ...breaks: readonly string[]): CorpusFile => ({
  ...{ name, as: 'image', bytes, breaks },
});
const NO_JPEG = 'instagram.image.type';
const NOT_META = [NO_JPEG, 'threads.image.type'];

/** Pictures, and what is none, as images of a post. */
export const PICTURES: readonly CorpusFile[] = [
  // Types
  picture('JPEG', () => jpeg(square)),
  picture('grey JPEG', () => jpeg({ ...square, components: 1 })),
  picture('CMYK JPEG', () => jpeg({ ...square, components: 4 })),
  picture('JPEG with a thumbnail', () => jpeg({ ...square, thumbnail: jpeg(size(160, 120)) })),
  picture('PNG', () => png(square), NO_JPEG),
  picture('16-bit PNG', () => png({ ...square, bitDepth: 16 }), NO_JPEG),
  picture('animated PNG', () => png({ ...square, frames: 12 }), NO_JPEG),
  picture('GIF', () => gif(square), ...NOT_META),
  picture('animated GIF', () => gif({ ...square, frames: 12 }), ...NOT_META),
  picture('WebP', () => webp(square), ...NOT_META, 'linkedin.image.type'),
  picture('animated WebP', () => webp({ ...square, isAnimated: true }), ...NOT_META, 'linkedin.image.type'),
  picture('BMP', () => bmp(square), ...everywhere('image.type')),
  picture('TIFF', () => tiff(square), ...everywhere('image.type')),
  picture('HEIC', () => heif({ ...square, brand: 'heic' }), ...everywhere('image.type')),
  picture('HEIF of an unknown codec', () => heif({ ...square, brand: 'mif1' }), ...everywhere('image.type')),
  picture('AVIF', () => heif({ ...square, brand: 'avif' }), ...everywhere('image.type')),
  picture('SVG with a script', svgWithScript, ...everywhere('file.type')),
  picture('PDF', pdf, ...everywhere('file.type')),
  picture('page with the name of a JPEG', html, ...everywhere('file.type')),
  picture('archive that is a bomb', zipBomb, ...everywhere('file.type')),
  picture('nothing', () => Buffer.alloc(0), ...everywhere('file.type'), ...everywhere('file.whole')),
  picture('zeros', () => Buffer.alloc(5_000), ...everywhere('file.type')),
  picture('MP4 as an image', () => clip(), ...everywhere('file.type')),
  picture('MOV as an image', () => clip({ brand: 'qt  ' }), ...everywhere('file.type')),

  // Damaged, and more than one thing
  picture('JPEG without its end', () => jpeg(square).subarray(0, -2), ...everywhere('file.whole')),
  picture(
    'JPEG that is cut behind its thumbnail',
    () => jpeg({ ...square, thumbnail: jpeg(size(160, 120)), bytes: 100_000 }).subarray(0, 50_000),
    ...everywhere('file.whole'),
  ),
  picture('PNG without its end', () => png(square).subarray(0, -12), ...everywhere('file.whole'), NO_JPEG),
  picture('GIF without its end', () => gif(square).subarray(0, -1), ...everywhere('file.whole'), ...NOT_META),
  picture(
    'GIF without frames',
    () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0\x3b', 'latin1'),
    ...everywhere('file.whole'),
    ...NOT_META,
    'x.image.min_side',
  ),
  picture(
    'WebP without its end',
    () => webp(square).subarray(0, -4),
    ...everywhere('file.whole'),
    ...NOT_META,
    'linkedin.image.type',
  ),
  picture('JPEG with a page behind it', () => Buffer.concat([jpeg(square), html()])),
  picture('JPEG with an archive behind it', () => Buffer.concat([jpeg(square), zipBomb()])),
  picture('JPEG of a phone with a clip behind it', () => Buffer.concat([jpeg(square), clip({ bytes: 300_000 })])),
  picture('PNG with an archive behind it', () => Buffer.concat([png(square), zipBomb()]), NO_JPEG),
  picture('GIF with a script behind it', () => Buffer.concat([gif(square), Buffer.from('=1;alert(1)')]), ...NOT_META),
  picture('page with a JPEG behind it', () => Buffer.concat([html(), jpeg(square)]), ...everywhere('file.type')),

  // Bytes
  picture('JPEG of 5 MB', () => jpeg({ ...square, bytes: 5 * MIB })),
  picture('JPEG of one byte above 5 MB', () => jpeg({ ...square, bytes: 5 * MIB + 1 }), 'x.image.max_bytes'),
  picture('JPEG of 8 MB', () => jpeg({ ...square, bytes: 8 * MIB }), 'x.image.max_bytes'),
  picture(
    'JPEG of one byte above 8 MB',
    () => jpeg({ ...square, bytes: 8 * MIB + 1 }),
    ...['instagram.image.max_bytes', 'threads.image.max_bytes', 'x.image.max_bytes'],
  ),
  picture('PNG of 8 MB', () => png({ ...square, bytes: 8 * MIB }), NO_JPEG, 'x.image.max_bytes'),
  picture(
    'PNG of one byte above 8 MB',
    () => png({ ...square, bytes: 8 * MIB + 1 }),
    ...[NO_JPEG, 'instagram.image.max_bytes', 'threads.image.max_bytes', 'x.image.max_bytes'],
  ),
  picture(
    'GIF of 15 MB',
    () => gif({ ...square, bytes: 15 * MIB }),
    ...NOT_META,
    'instagram.image.max_bytes',
    'threads.image.max_bytes',
  ),
  picture(
    'GIF of one byte above 15 MB',
    () => gif({ ...square, bytes: 15 * MIB + 1 }),
    ...[...NOT_META, 'instagram.image.max_bytes', 'threads.image.max_bytes', 'x.gif.max_bytes'],
  ),

  // Shape
  picture('3:4 as a phone takes it', () => jpeg(size(3_024, 4_032))),
  picture('narrower than 3:4', () => jpeg(size(1_000, 1_350)), 'instagram.image.aspect_ratio'),
  picture('4:5', () => jpeg(size(1_080, 1_350))),
  picture('9:16', () => jpeg(size(1_080, 1_920)), 'instagram.image.aspect_ratio'),
  picture('1.91:1', () => jpeg(size(1_910, 1_000))),
  picture('1.91:1 in whole pixels', () => jpeg(size(600, 314))),
  picture('wider than 1.91:1', () => jpeg(size(1_200, 620)), 'instagram.image.aspect_ratio'),
  picture('10:1', () => png(size(1_000, 100)), NO_JPEG, 'instagram.image.aspect_ratio'),
  picture(
    'wider than 10:1',
    () => png(size(1_001, 100)),
    NO_JPEG,
    'instagram.image.aspect_ratio',
    'threads.image.aspect_ratio',
  ),
  picture(
    'higher than 1:10',
    () => png(size(100, 1_001)),
    NO_JPEG,
    'instagram.image.aspect_ratio',
    'threads.image.aspect_ratio',
  ),
  picture('upright by its EXIF data: 4:3 shown as 3:4', () => jpeg({ ...size(4_032, 3_024), orientation: 6 })),
  picture(
    'upright by its EXIF data: 16:9 shown as 9:16',
    () => jpeg({ ...size(1_920, 1_080), orientation: 8 }),
    'instagram.image.aspect_ratio',
  ),
  picture('upside down by its EXIF data', () => jpeg({ ...size(1_080, 1_350), orientation: 3 })),

  // Size
  picture('4 x 4', () => jpeg(size(4, 4))),
  picture('3 x 4', () => jpeg(size(3, 4)), 'x.image.min_side'),
  picture('1 x 1', () => jpeg(size(1, 1)), 'x.image.min_side'),
  picture('8,192 px wide', () => jpeg(size(8_192, 4_400))),
  picture('8,193 px wide', () => jpeg(size(8_193, 4_400)), 'x.image.max_side'),
  picture('7,360 x 4,911', () => jpeg(size(7_360, 4_911))),
  picture('7,360 x 4,912, which is 36,152,320 pixels', () => jpeg(size(7_360, 4_912)), 'linkedin.image.max_pixels'),
  picture(
    'PNG of 30,000 x 30,000',
    () => png(size(30_000, 30_000)),
    NO_JPEG,
    'x.image.max_side',
    'linkedin.image.max_pixels',
  ),

  // Animation
  picture('GIF of 250 frames', () => gif({ ...size(100, 100), frames: 250 }), ...NOT_META),
  picture('GIF of 251 frames', () => gif({ ...size(100, 100), frames: 251 }), ...NOT_META, 'linkedin.image.max_frames'),
  picture('GIF of 350 frames', () => gif({ ...size(100, 100), frames: 350 }), ...NOT_META, 'linkedin.image.max_frames'),
  picture(
    'GIF of 351 frames',
    () => gif({ ...size(100, 100), frames: 351 }),
    ...NOT_META,
    'linkedin.image.max_frames',
    'x.gif.max_frames',
  ),
  picture('animated GIF of 1280 x 1080', () => gif({ ...size(1_280, 1_080), frames: 2 }), ...NOT_META),
  picture(
    'animated GIF of 1281 x 1080',
    () => gif({ ...size(1_281, 1_080), frames: 2 }),
    ...NOT_META,
    'x.gif.max_width',
  ),
  picture(
    'animated GIF of 1280 x 1081',
    () => gif({ ...size(1_280, 1_081), frames: 2 }),
    ...NOT_META,
    'x.gif.max_height',
  ),
  picture('still GIF of 2000 x 2000', () => gif(size(2_000, 2_000)), ...NOT_META),
  picture(
    'GIF of 300 million pixels',
    () => gif({ ...size(1_000, 1_000), frames: 300 }),
    ...NOT_META,
    'linkedin.image.max_frames',
  ),
  picture(
    'GIF of 301 million pixels',
    () => gif({ ...size(1_000, 1_000), frames: 301 }),
    ...NOT_META,
    'linkedin.image.max_frames',
    'x.gif.max_pixels',
  ),
];
