import type { ImageFacts } from '../../image-facts.ts';
import type { VideoFacts } from '../../video-facts.ts';

const MIB = 1024 * 1024;

/** X, media best practices, checked 2026-08. */
export const maxBytes = { image: 5 * MIB, gif: 15 * MIB, video: 512 * MIB } as const;

/** Chunks of 5 MB are refused with 413 and an empty body (trypost); 1 MB is what X recommends. */
export const MAX_CHUNK_BYTES = 5_000_000 - 1;
export const MAX_SEGMENT_INDEX = 999;
export const MEDIA_LIFE_SECONDS = 86_400;
export const MAX_ALT_TEXT_LENGTH = 1_000;

export const mediaTypes = [
  'image/jpeg',
  'image/pjpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/tiff',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/mp2t',
  'text/srt',
  'text/vtt',
  'model/gltf-binary',
  'model/vnd.usdz+zip',
] as const;

/** Categories one call can upload (`POST /2/media/upload`); the rest goes in chunks. */
export const oneShotCategories = ['tweet_image', 'dm_image', 'subtitles'] as const;

export const categories = [
  ...oneShotCategories,
  'tweet_gif',
  'tweet_video',
  'amplify_video',
  'dm_gif',
  'dm_video',
] as const;

export type Family = keyof typeof maxBytes;

export function familyOfCategory(category: string): Family | null {
  if (category.endsWith('_image')) return 'image';
  if (category.endsWith('_gif')) return 'gif';
  return category.endsWith('_video') ? 'video' : null;
}

/** Limits of a picture: 4 to 8192 pixels; animated 1280 × 1080, 350 frames, 300 million pixels. */
export function isPostableImage({ width, height, frames }: ImageFacts): boolean {
  if (width < 4 || height < 4 || width > 8_192 || height > 8_192) return false;
  return frames === 1 || (width <= 1_280 && height <= 1_080 && frames <= 350 && width * height * frames <= 300_000_000);
}

/**
 * H.264, AAC or silent, from 0.5 s, 1:3 to 3:1, 60 frames; length by person. 32 × 32 to 1920 × 1200
 * (X Help, X videos, 2026-09): the page of the API says 1280 × 1024, and 1080p for people who pay.
 */
export function isPostableVideo(facts: VideoFacts): boolean {
  const { durationMs, width, height, videoCodec, audioCodec, framesPerSecond } = facts;
  const [short, long] = width < height ? [width, height] : [height, width];
  const fits = short >= 32 && short <= 1_200 && long <= 1_920 && long <= short * 3;
  const isCodecKnown = ['avc1', 'avc3'].includes(videoCodec) && (audioCodec === null || audioCodec === 'mp4a');
  // Frames are counted over the whole video: 60 may be a little more.
  return fits && isCodecKnown && durationMs >= 500 && (framesPerSecond ?? 0) <= 60.5;
}
