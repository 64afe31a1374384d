import { imageSize } from 'image-size';
import { countGifFrames } from './gif-frames.ts';
import { isCutImage } from './is-cut-image.ts';
import { isTransparent } from './is-transparent.ts';
import type { MediaBytes } from './media-bytes.ts';
import type { ImageFacts } from './media-facts.ts';

/** A photograph may have this much EXIF data and thumbnails before its size. */
const MOST_HEAD_BYTES = 1024 * 1024;

/** EXIF orientations that turn a picture by 90 or 270 degrees. */
const TURNED: ReadonlySet<number> = new Set([5, 6, 7, 8]);

/** Bit of the flags of an extended WebP that says that it is animated (RFC 9649, 2.7). */
const WEBP_FLAGS_AT = 20;
const ANIMATED = 0x02;

/** Reads a picture by its head; null when it has no size. */
export async function readImage(file: MediaBytes, contentType: string, head: Uint8Array): Promise<ImageFacts | null> {
  const size = sizeOf(head) ?? sizeOf(await file.read(0, Math.min(file.size, MOST_HEAD_BYTES)));
  if (!size?.width || !size.height) return null;
  const orientation = isOrientation(size.orientation) ? size.orientation : 1;
  const [width, height] = TURNED.has(orientation) ? [size.height, size.width] : [size.width, size.height];
  // An animated PNG is a PNG to whoever does not animate it (W3C PNG, 4.9).
  const plainType = contentType === 'image/apng' ? 'image/png' : contentType;
  const facts = {
    ...({ type: 'image', contentType: plainType, bytes: file.size, width, height, orientation } as const),
    ...(isTransparent(head, plainType) && { isTransparent: true }),
  };
  if (contentType === 'image/gif') {
    const { frames, isWhole } = await countGifFrames(file);
    return { ...facts, frames: Math.max(1, frames), isCut: !isWhole || frames === 0 };
  }
  const frames = contentType === 'image/apng' || isAnimatedWebp(head) ? 2 : 1;
  return { ...facts, frames, isCut: await isCutImage(file, plainType) };
}

function sizeOf(bytes: Uint8Array): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes);
  } catch {
    // The library throws all kinds of errors for bytes that it cannot read, and reads nothing else.
    return null;
  }
}

const isOrientation = (value: number | undefined): value is number => value !== undefined && value >= 1 && value <= 8;

const isAnimatedWebp = (head: Uint8Array): boolean =>
  String.fromCharCode(...head.subarray(8, 16)) === 'WEBPVP8X' && (head[WEBP_FLAGS_AT]! & ANIMATED) !== 0;
