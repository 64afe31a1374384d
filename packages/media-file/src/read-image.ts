import { imageSize } from 'image-size';
import { GifReader } from 'omggif';
import { isCutImage } from './is-cut-image.ts';
import type { MediaBytes } from './media-bytes.ts';
import type { ImageFacts } from './media-facts.ts';

/** A photograph may have this much EXIF data and thumbnails before its size. */
const MOST_HEAD_BYTES = 1024 * 1024;
/** The frames of a larger GIF are not counted: no network takes it. */
const MOST_GIF_BYTES = 32 * 1024 * 1024;

/** EXIF orientations that turn a picture by 90 or 270 degrees. */
const TURNED: ReadonlySet<number> = new Set([5, 6, 7, 8]);

/** Reads a picture by its head; null when it has no size. */
export async function readImage(file: MediaBytes, contentType: string, head: Uint8Array): Promise<ImageFacts | null> {
  const size = sizeOf(head) ?? sizeOf(await file.read(0, Math.min(file.size, MOST_HEAD_BYTES)));
  if (!size) return null;
  const { orientation = 1 } = size;
  const [width, height] = TURNED.has(orientation) ? [size.height, size.width] : [size.width, size.height];
  const frames = await countFrames(file, contentType);
  const isCut = frames === null || (await isCutImage(file, contentType));
  return { type: 'image', contentType, bytes: file.size, isCut, width, height, orientation, frames: frames ?? 1 };
}

function sizeOf(bytes: Uint8Array): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes);
  } catch (error) {
    // The library throws for what it cannot read; a mistake of ours is none of its errors.
    if (error instanceof TypeError && !/unsupported file type|Invalid/i.test(error.message)) throw error;
    return null;
  }
}

/** Counts the frames of a GIF, and tells an animated PNG; null for a GIF that is broken. */
async function countFrames(file: MediaBytes, contentType: string): Promise<number | null> {
  if (contentType === 'image/apng') return 2;
  if (contentType !== 'image/gif' || file.size > MOST_GIF_BYTES) return 1;
  try {
    return new GifReader(await file.read(0, file.size)).numFrames();
  } catch {
    // The library throws plain errors, and only for what is wrong with the file.
    return null;
  }
}
