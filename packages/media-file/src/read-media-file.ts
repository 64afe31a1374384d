import { fileTypeFromBuffer } from 'file-type';
import type { MediaBytes } from './media-bytes.ts';
import type { MediaFacts } from './media-facts.ts';
import { readImage } from './read-image.ts';
import { isIsoVideo, readVideo } from './read-video.ts';

/** First bytes that decide a type; that of an Office document is named within them. */
const HEAD_BYTES = 64 * 1024;
const UNKNOWN = 'application/octet-stream';

/**
 * Reads what a file is. Takes the head of an image and the index of a video, never the whole of a
 * large file. A file that is broken is `other`, or has `isCut`.
 *
 * @example
 * const facts = await readMediaFile({ size: blob.size, read: (start, end) => bytesOf(blob.slice(start, end)) });
 * if (facts.type === 'video') console.log(facts.durationMs, facts.videoCodec);
 */
export async function readMediaFile(file: MediaBytes): Promise<MediaFacts> {
  const head = await file.read(0, Math.min(file.size, HEAD_BYTES));
  const contentType = (await fileTypeFromBuffer(head))?.mime ?? UNKNOWN;
  const facts = isIsoVideo(contentType)
    ? await readVideo(file, contentType)
    : contentType.startsWith('image/')
      ? await readImage(file, contentType, head)
      : null;
  return facts ?? { type: 'other', contentType, bytes: file.size, isCut: file.size === 0 };
}
