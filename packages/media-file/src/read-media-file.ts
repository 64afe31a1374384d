import { fileTypeFromBuffer } from 'file-type';
import type { MediaBytes } from './media-bytes.ts';
import type { MediaFacts } from './media-facts.ts';
import { readImage } from './read-image.ts';
import { readVideo } from './read-video.ts';

/** First bytes that decide a type. */
const HEAD_BYTES = 64 * 1024;
/**
 * First bytes of an archive that name an Office document, whose list of parts can be longer than a
 * head.
 */
const ARCHIVE_HEAD_BYTES = 1024 * 1024;
const UNKNOWN = 'application/octet-stream';

/** Types whose content is read; a file of such a type that cannot be read is damaged. */
const IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp']);
/** Files of boxes (ISO/IEC 14496-12), the only videos that networks take. */
const VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/3gpp', 'video/3gpp2']);

/**
 * Documents that a network takes. Programs of Office before 2007 write one container for all their
 * types.
 */
const DOCUMENTS: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/x-cfb',
]);

/** Types that are another name, or a detail, of one that networks name. */
const SAME_TYPE: Readonly<Record<string, string>> = { 'video/x-m4v': 'video/mp4' };

/**
 * Reads what a file is. Takes the head of an image and the index of a video, never the whole of a
 * large file, and decodes nothing. A file that is damaged has `isCut`.
 *
 * @example
 * const facts = await readMediaFile({ size: blob.size, read: (start, end) => bytesOf(blob.slice(start, end)) });
 * if (facts.type === 'video') console.log(facts.durationMs, facts.videoCodec);
 */
export async function readMediaFile(file: MediaBytes): Promise<MediaFacts> {
  const head = await file.read(0, Math.min(file.size, HEAD_BYTES));
  const contentType = await typeOfFile(file, head);
  const plain = { contentType, bytes: file.size };
  if (VIDEOS.has(contentType)) return (await readVideo(file, contentType)) ?? { type: 'other', ...plain, isCut: true };
  if (DOCUMENTS.has(contentType)) return { type: 'document', ...plain, isCut: false };
  const image = contentType.startsWith('image/') ? await readImage(file, contentType, head) : null;
  return image ?? { type: 'other', ...plain, isCut: file.size === 0 || IMAGES.has(contentType) };
}

async function typeOfFile(file: MediaBytes, head: Uint8Array): Promise<string> {
  const contentType = await typeOf(head);
  const isAll = contentType !== 'application/zip' || head.length === file.size;
  return isAll ? contentType : typeOf(await file.read(0, Math.min(file.size, ARCHIVE_HEAD_BYTES)));
}

async function typeOf(head: Uint8Array): Promise<string> {
  const mime = (await fileTypeFromBuffer(head))?.mime ?? UNKNOWN;
  return SAME_TYPE[mime] ?? mime;
}
