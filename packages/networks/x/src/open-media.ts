import { type Call, type MediaContentType, type MediaFile, NetworkError } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { isAnimatedGif } from './gif.ts';

/** X's kinds of media, by the category an upload is declared with. */
export type MediaCategory = 'tweet_image' | 'tweet_gif' | 'tweet_video';

export type OpenedMedia = { readonly file: MediaFile; readonly category: MediaCategory; readonly mediaIndex: number };

const MIB = 1024 * 1024;
const IMAGE_TYPES: readonly MediaContentType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const VIDEO_TYPES: readonly MediaContentType[] = ['video/mp4', 'video/quicktime'];

/** Types of the upload in one call: JPEG, PNG, WebP (OpenAPI 2.166, checked 2026-11). */
const WHOLE_TYPES: readonly MediaContentType[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Whether a file is uploaded in one call; everything else in parts. */
export const isWholeUpload = ({ category, file }: OpenedMedia): boolean =>
  category === 'tweet_image' && WHOLE_TYPES.includes(file.contentType);

/** X API, media best practices (checked 2026-08). */
export const MAX_BYTES: Readonly<Record<MediaCategory, number>> = {
  tweet_image: 5 * MIB,
  tweet_gif: 15 * MIB,
  tweet_video: 512 * MIB,
};

/**
 * Fetches every file of a post and reads what only their bytes show: which are animated GIFs, and
 * whether each fits its kind. Throws NetworkError with the index of the first item at fault;
 * nothing has been sent to X by then.
 */
export async function openMedia(call: Pick<Call, 'media'>, media: Draft['media']): Promise<readonly OpenedMedia[]> {
  const results = await Promise.allSettled(media.map((item, mediaIndex) => openItem(call, item, mediaIndex)));
  const opened = results.map((result): OpenedMedia => {
    if (result.status === 'rejected') throw result.reason;
    const isGif = result.value.file.contentType === 'image/gif';
    // A GIF that stands alone goes as one, moving or not, which is how GIFs are published in
    // production (trypostit/trypost, checked 2026-08).
    return isGif && results.length === 1 ? { ...result.value, category: 'tweet_gif' } : result.value;
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
  const animated = file.contentType === 'image/gif' && (await isAnimatedGif(file));
  return { file, category: animated ? 'tweet_gif' : 'tweet_image', mediaIndex };
}

function refused(mediaIndex: number, fault: string, remedy: string): NetworkError {
  const message = `mediaItems[${mediaIndex}] ${fault}. Nothing was published.`;
  return new NetworkError({ code: 'media_rejected', outcome: 'not_sent', message, mediaIndex, remedy });
}
