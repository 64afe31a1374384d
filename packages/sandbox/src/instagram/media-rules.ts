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
import { readVideoFacts, type VideoFacts } from '../video-facts.ts';
import * as failures from './failures.ts';
import type { InstagramDraft } from './posts.ts';

/**
 * The strictness of the check of files. By default like the live network: PNG passes although the
 * documentation asks for JPEG, and 3:4 passes although it says 4:5.
 */
export type FileRules = { readonly strictJpeg: boolean; readonly strictRatio: boolean; readonly inspectVideo: boolean };

/** 3:4 passes by posts of 2026-05 (mvdicarlo/postybirb pull 762, checked 2026-11). */
const MIN_RATIO = 3 / 4;
const MIN_STRICT_RATIO = 4 / 5;
const MAX_RATIO = 1.91;
/** Pictures are cut to whole pixels: 1440x754 is 1.9098, 600x314 is 1.9108. */
const RATIO_SLACK = 0.005;

const REFUSED_JPEG_KINDS = ['image/mpo', 'image/x-mpo', 'image/jps', 'image/x-jps'];

/**
 * Feed pictures: 8 MiB, JPEG, 3:4 to 1.91:1; 4:5 to 1.91:1 with `strictRatio` (Meta, IG user media
 * reference, checked 2026-11). Stories and covers of reels take any shape.
 */
export function pictureFailure(
  media: DownloadedMedia,
  rules: FileRules,
  product: InstagramDraft['product'],
): GraphFailure | null {
  const accepted = rules.strictJpeg ? ['image/jpeg'] : ['image/jpeg', 'image/png'];
  const [minRatio, shortest] = rules.strictRatio ? [MIN_STRICT_RATIO, '4:5'] : [MIN_RATIO, '3:4'];
  return imageFailure(media, {
    accepted: REFUSED_JPEG_KINDS.includes(media.declared) ? [] : accepted,
    minRatio: product === 'FEED' ? minRatio - RATIO_SLACK : 0,
    maxRatio: product === 'FEED' ? MAX_RATIO + RATIO_SLACK : Number.POSITIVE_INFINITY,
    formatMessage: 'The image format is not supported. Please use a JPEG image.',
    ratioMessage: `The submitted image cannot be published: its aspect ratio must be between ${shortest} and 1.91:1.`,
  });
}

type VideoVerdict = {
  /** Refused at once. */
  readonly failure: GraphFailure | null;
  /** The container will end in ERROR with this subcode. */
  readonly processingError: string | null;
  readonly facts: VideoFacts | null;
};

/** The video has a wrong format, length or size (gitroomhq/postiz-app pull 1992, 2026-10). */
const UNPROCESSABLE = '2207085';

const LENGTH_MS: Readonly<Record<InstagramDraft['product'], readonly [number, number]>> = {
  REELS: [3_000, 15 * 60_000],
  STORY: [3_000, 60_000],
  FEED: [3_000, 60 * 60_000],
};

const MIB = 1024 * 1024;
const MAX_BYTES: Readonly<Record<InstagramDraft['product'], number>> = {
  REELS: 300 * MIB,
  STORY: 100 * MIB,
  FEED: 300 * MIB,
};
/** 25 Mbit/s for the pictures; sound and container come on top. */
const MAX_BITS_PER_SECOND = 26_000_000;
const MAX_AUDIO_HZ = 48_000;
const MAX_AUDIO_CHANNELS = 2;

/**
 * MOV or MP4 with moov first and no edits, H.264 or HEVC, 23 to 60 frames, 25 Mbit/s, AAC of 48
 * kHz in one or two channels, 3 s to 15 min (stories 60 s), 300 MB (stories 100), 0.01:1 to 10:1
 * (stories from 0.1:1), 1920 wide (Meta, IG user media, page of 2026-09-11, checked 2026-11). The
 * page also names 128 kbit/s of sound, which is not judged. Of videos in carousels it says nothing:
 * 3 s to an hour is assumed.
 */
export function judgeVideo(media: DownloadedMedia, rules: FileRules, product: InstagramDraft['product']): VideoVerdict {
  if (!isVideoFile(media)) return { failure: failures.videoFormat, processingError: null, facts: null };
  const facts = readVideoFacts(media.bytes);
  if (!rules.inspectVideo) return { failure: null, processingError: null, facts };
  if (!facts) return { failure: null, processingError: UNPROCESSABLE, facts };
  const [shortest, longest] = LENGTH_MS[product];
  const ratio = facts.width / facts.height;
  const fits =
    facts.durationMs >= shortest &&
    facts.durationMs <= longest &&
    facts.width <= MAX_VIDEO_WIDTH &&
    ratio >= (product === 'STORY' ? 0.1 : 0.01) &&
    ratio <= 10 &&
    media.bytes.length <= MAX_BYTES[product] &&
    (facts.bitsPerSecond ?? 0) <= MAX_BITS_PER_SECOND &&
    (facts.audioHz ?? 0) <= MAX_AUDIO_HZ &&
    (facts.audioChannels ?? 0) <= MAX_AUDIO_CHANNELS &&
    facts.isIndexFirst &&
    !facts.isTrimmed &&
    hasKnownFrameRate(facts) &&
    hasKnownPictures(facts) &&
    hasKnownSound(facts);
  return { failure: null, processingError: fits ? null : UNPROCESSABLE, facts };
}
