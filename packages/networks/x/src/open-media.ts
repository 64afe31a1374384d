import { countGifFrames } from '@fanfare/media-file';
import { type Call, type MediaContentType, type MediaFile, NetworkError } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { IMAGE_TYPES, isGifPost, MAX_BYTES, type MediaCategory, VIDEO_TYPES } from './file-rules.ts';

export type OpenedMedia = { readonly file: MediaFile; readonly category: MediaCategory; readonly mediaIndex: number };

/** A file of any category that is uploaded: media of a post, or subtitles. */
export type FileToUpload = Omit<OpenedMedia, 'category'> & { readonly category: MediaCategory | 'subtitles' };

const MIB = 1024 * 1024;

/** Types of the upload in one call: JPEG, PNG, WebP (OpenAPI 2.166, checked 2026-11). */
const WHOLE_TYPES: readonly MediaContentType[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Whether a file is uploaded in one call; everything else in parts. */
export const isWholeUpload = ({ category, file }: FileToUpload): boolean =>
  category === 'tweet_image' && WHOLE_TYPES.includes(file.contentType);

/**
 * Fetches every file of a post and reads what only their bytes show: which are animated GIFs, and
 * whether each fits its kind. Throws NetworkError with the index of the first item at fault;
 * nothing has been sent to X by then.
 */
export async function openMedia(call: Pick<Call, 'media'>, media: Draft['media']): Promise<readonly OpenedMedia[]> {
  const results = await Promise.allSettled(media.map((item, mediaIndex) => openItem(call, item, mediaIndex)));
  const opened = results.map((result): OpenedMedia => {
    if (result.status === 'rejected') throw result.reason;
    const isGif = isGifPost(result.value.file.contentType, results.length);
    return isGif ? { ...result.value, category: 'tweet_gif' } : result.value;
  });
  for (const { category, file, mediaIndex } of opened) {
    if (category === 'tweet_gif' && opened.length > 1) {
      throw refused(
        mediaIndex,
        'is an animated GIF, which X takes only alone',
        'Post the GIF alone, or a still image.',
      );
    }
    if (file.size > MAX_BYTES[category]) {
      const limit = MAX_BYTES[category] / MIB;
      throw refused(mediaIndex, `is larger than the ${limit} MB X takes of its kind`, 'Use a smaller file.');
    }
  }
  return opened;
}

async function openItem(
  call: Pick<Call, 'media'>,
  { type, url }: Draft['media'][number],
  mediaIndex: number,
): Promise<OpenedMedia> {
  if (type === 'video') {
    const file = await call.media.open({ url, accept: VIDEO_TYPES, maxBytes: MAX_BYTES.tweet_video, mediaIndex });
    return { file, category: 'tweet_video', mediaIndex };
  }
  const file = await call.media.open({ url, accept: IMAGE_TYPES, maxBytes: MAX_BYTES.tweet_gif, mediaIndex });
  const animated = file.contentType === 'image/gif' && (await isAnimated(file));
  return { file, category: animated ? 'tweet_gif' : 'tweet_image', mediaIndex };
}

function refused(mediaIndex: number, fault: string, remedy: string): NetworkError {
  const message = `mediaItems[${mediaIndex}] ${fault}. Nothing was published.`;
  return new NetworkError({ code: 'media_rejected', outcome: 'not_sent', message, mediaIndex, remedy });
}

const isAnimated = async (file: MediaFile): Promise<boolean> =>
  (await countGifFrames({ size: file.size, read: (start, end) => file.slice(start, end) })).frames > 1;
