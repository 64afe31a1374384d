import { readImageFacts } from '../image-facts.ts';
import type { VideoFacts } from '../video-facts.ts';
import type { DownloadedMedia } from './download-media.ts';
import type { GraphFailure } from './graph/graph-answer.ts';

const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const PICTURE_CODECS = ['avc1', 'avc3', 'hvc1', 'hev1'];

export const MAX_VIDEO_WIDTH = 1920;
/** Frames are counted over the whole video, so a rate may be a little beside its nominal one. */
const FRAME_RATES = { least: 22.5, most: 60.5 };

/** The pictures a network accepts, and the messages for others. */
type ImageRules = {
  /** MIME types. */
  readonly accepted: readonly string[];
  /** Width by height. */
  readonly minRatio: number;
  readonly maxRatio: number;
  readonly formatMessage: string;
  readonly ratioMessage: string;
};

/** Says why a picture cannot be published, with Instagram's codes; Threads shares them. */
export function imageFailure(media: DownloadedMedia, rules: ImageRules): GraphFailure | null {
  if (media.bytes.length > MAX_IMAGE_BYTES) return imageTooLarge;
  const size = rules.accepted.includes(media.mime) ? readImageFacts(media.bytes) : null;
  if (!size) return { ...imageFormat, userMessage: rules.formatMessage };
  const ratio = size.width / size.height;
  return ratio < rules.minRatio || ratio > rules.maxRatio ? { ...imageRatio, userMessage: rules.ratioMessage } : null;
}

/** MOV or MP4. */
export function isVideoFile(media: DownloadedMedia): boolean {
  return media.mime === 'video/mp4' || media.mime === 'video/quicktime';
}

/** H.264 or HEVC. */
export function hasKnownPictures(facts: VideoFacts): boolean {
  return PICTURE_CODECS.includes(facts.videoCodec);
}

/** 23 to 60 frames a second, as far as the index says it. */
export function hasKnownFrameRate({ framesPerSecond: rate }: VideoFacts): boolean {
  return rate === null || (rate >= FRAME_RATES.least && rate <= FRAME_RATES.most);
}

/** AAC, or no sound at all. */
export function hasKnownSound(facts: VideoFacts): boolean {
  return facts.audioCodec === null || facts.audioCodec === 'mp4a';
}

const imageTooLarge: GraphFailure = {
  code: 36000,
  subcode: 2207004,
  message: 'The image size is too large.',
  title: 'Image size too large',
  userMessage: 'The image is too large to download. It should be less than 8 MiB.',
};

const imageFormat: GraphFailure = {
  code: 36001,
  subcode: 2207005,
  message: 'The image format is not supported.',
  title: 'Unsupported image format',
};

const imageRatio: GraphFailure = {
  code: 36003,
  subcode: 2207009,
  message: 'The aspect ratio is not supported.',
  title: 'Unsupported aspect ratio',
};
