import { readImageFacts } from '../image-facts.ts';
import type { DownloadedMedia } from '../meta/download-media.ts';
import type { GraphFailure } from '../meta/graph-answer.ts';
import { readVideoFacts } from '../video-facts.ts';
import * as failures from './failures.ts';

const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_RATIO = 10;
const MIN_VIDEO_RATIO = 0.01;
const MAX_VIDEO_WIDTH = 1920;
const MAX_VIDEO_MS = 300_000;

/** JPEG or PNG, 8 MiB, up to 10:1 (Meta, Threads posts, checked 2026-10). */
export function imageFailure(media: DownloadedMedia): GraphFailure | null {
  if (media.bytes.length > MAX_IMAGE_BYTES) return failures.imageTooLarge;
  const size = media.mime === 'image/jpeg' || media.mime === 'image/png' ? readImageFacts(media.bytes) : null;
  if (!size) return failures.imageFormat;
  const ratio = size.width / size.height;
  return ratio > MAX_RATIO || ratio < 1 / MAX_RATIO ? failures.imageRatio : null;
}

const PICTURE_CODECS = ['avc1', 'avc3', 'hvc1', 'hev1'];

/** What `error_message` of the container will say, null when the video is fine: MOV or MP4 with H.264 or HEVC and AAC, up to 300 s, 0.01:1 to 10:1, 1920 wide. */
export function videoError(media: DownloadedMedia, rules: { readonly inspectVideo: boolean }): string | null {
  if (media.mime !== 'video/mp4' && media.mime !== 'video/quicktime') return 'FAILED_PROCESSING_VIDEO';
  if (!rules.inspectVideo) return null;
  const facts = readVideoFacts(media.bytes);
  if (!facts) return 'FAILED_PROCESSING_VIDEO';
  if (facts.durationMs <= 0 || facts.durationMs > MAX_VIDEO_MS) return 'INVALID_DURATION';
  const ratio = facts.width / facts.height;
  // Spelt so by Meta.
  if (ratio < MIN_VIDEO_RATIO || ratio > MAX_RATIO) return 'INVALID_ASPEC_RATIO';
  if (facts.audioCodec !== null && facts.audioCodec !== 'mp4a') return 'FAILED_PROCESSING_AUDIO';
  return facts.width > MAX_VIDEO_WIDTH || !PICTURE_CODECS.includes(facts.videoCodec) ? 'FAILED_PROCESSING_VIDEO' : null;
}
