import type { DownloadedMedia } from '../meta/download-media.ts';
import type { GraphFailure } from '../meta/graph/graph-answer.ts';
import {
  hasKnownFrameRate,
  hasKnownPictures,
  hasKnownSound,
  imageFailure,
  isVideoFile,
  MAX_VIDEO_WIDTH,
} from '../meta/media-files.ts';
import { readVideoFacts } from '../video-facts.ts';

const MAX_RATIO = 10;
const MIN_VIDEO_RATIO = 0.01;
const MAX_VIDEO_MS = 300_000;
const MAX_VIDEO_BYTES = 1024 ** 3;
/** 100 Mbit/s for the pictures; sound and container come on top. */
const MAX_BITS_PER_SECOND = 101_000_000;

/** JPEG or PNG, 8 MiB, up to 10:1 (Meta, Threads posts, checked 2026-10). */
export function pictureFailure(media: DownloadedMedia): GraphFailure | null {
  return imageFailure(media, {
    accepted: ['image/jpeg', 'image/png'],
    minRatio: 1 / MAX_RATIO,
    maxRatio: MAX_RATIO,
    formatMessage: 'The image format is not supported. Please use a JPEG or PNG image.',
    ratioMessage: 'The aspect ratio of the image must not exceed 10:1.',
  });
}

/**
 * The `error_message`, or null: MOV or MP4 with moov first, H.264 or HEVC, 23 to 60 frames, 100
 * Mbit/s, AAC, 300 s, 1 GB, 0.01:1 to 10:1, 1920 wide (Meta, Threads posts, checked 2026-10).
 */
export function videoError(media: DownloadedMedia, rules: { readonly inspectVideo: boolean }): string | null {
  if (!isVideoFile(media)) return 'FAILED_PROCESSING_VIDEO';
  if (!rules.inspectVideo) return null;
  const facts = readVideoFacts(media.bytes);
  if (!facts) return 'FAILED_PROCESSING_VIDEO';
  if (facts.durationMs <= 0 || facts.durationMs > MAX_VIDEO_MS) return 'INVALID_DURATION';
  const ratio = facts.width / facts.height;
  // Meta's spelling.
  if (ratio < MIN_VIDEO_RATIO || ratio > MAX_RATIO) return 'INVALID_ASPEC_RATIO';
  if (!hasKnownSound(facts)) return 'FAILED_PROCESSING_AUDIO';
  if (!hasKnownFrameRate(facts)) return 'INVALID_FRAME_RATE';
  if ((facts.bitsPerSecond ?? 0) > MAX_BITS_PER_SECOND) return 'INVALID_BIT_RATE';
  const fits = facts.width <= MAX_VIDEO_WIDTH && media.bytes.length <= MAX_VIDEO_BYTES && facts.isIndexFirst;
  return fits && hasKnownPictures(facts) ? null : 'FAILED_PROCESSING_VIDEO';
}
