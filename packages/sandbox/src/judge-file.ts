import { judgeVideo, pictureFailure } from './instagram/media-rules.ts';
import { documentFailure } from './linkedin/media/documents.ts';
import { imageFailure } from './linkedin/media/images.ts';
import { videoFailure } from './linkedin/media/videos.ts';
import { sniffMedia } from './sniff-media.ts';
import * as threads from './threads/media-rules.ts';
import { readContent } from './x/media/media.ts';
import { maxBytes } from './x/media/media-limits.ts';

type PostedFile = { readonly bytes: Buffer; readonly as: 'image' | 'video' | 'document' };

const asDocumented = { strictJpeg: true, strictRatio: false, inspectVideo: true };
const NOT_FETCHED = 'not fetched';

/** A file as Meta's crawler brings it; null when it is not of the announced type. */
const download = ({ bytes, as }: PostedFile) => {
  const mime = sniffMedia(bytes) ?? '';
  return mime.startsWith(`${as}/`) ? { bytes, mime, declared: mime, blobUrl: '' } : null;
};

/**
 * Judges a file that is the only item of a post, as each simulator does after an upload. Null for
 * a file that is accepted, otherwise the reason in the simulator's words. Instagram is as its
 * documentation says: JPEG only. X is as for people who pay it: without a longest video.
 *
 * @example
 * judgeFile.threads({ bytes: readFileSync('clip.mp4'), as: 'video' }); // null, or 'INVALID_DURATION'
 */
export const judgeFile = {
  instagram(file: PostedFile): string | null {
    const media = download(file);
    if (!media) return NOT_FETCHED;
    if (file.as === 'image') return pictureFailure(media, asDocumented, 'FEED')?.message ?? null;
    const { failure, processingError } = judgeVideo(media, asDocumented, 'REELS');
    return failure?.message ?? processingError;
  },
  threads(file: PostedFile): string | null {
    const media = download(file);
    if (!media) return NOT_FETCHED;
    return file.as === 'image'
      ? (threads.pictureFailure(media)?.message ?? null)
      : threads.videoError(media, { inspectVideo: true });
  },
  x({ bytes, as }: PostedFile): string | null {
    const family = as === 'video' ? 'video' : sniffMedia(bytes) === 'image/gif' ? 'gif' : 'image';
    if (bytes.byteLength > maxBytes[family]) return 'too large';
    const content = readContent(family, bytes);
    if (!content || (family === 'video' && !content.video)) return 'unrecognized';
    return content.isPostable ? null : 'not postable';
  },
  linkedin({ bytes, as }: PostedFile): string | null {
    const failureOf = { image: imageFailure, video: videoFailure, document: documentFailure }[as];
    return failureOf(bytes);
  },
} as const;
