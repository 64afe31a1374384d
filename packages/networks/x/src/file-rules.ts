import {
  AAC,
  encode,
  type FileRule,
  H264,
  IMAGE,
  type ImageForm,
  imageRange,
  imageRule,
  oneOfCodecs,
  oneOfTypes,
  soundFile,
  VIDEO,
  videoRange,
} from '@fanfare/rules';

const MIB = 1024 * 1024;

/** The kinds of media of a post in X's upload. */
export type MediaCategory = 'tweet_image' | 'tweet_gif' | 'tweet_video';

/** X API, media best practices (checked 2026-11). */
export const MAX_BYTES: Readonly<Record<MediaCategory, number>> = {
  tweet_image: 5 * MIB,
  tweet_gif: 15 * MIB,
  tweet_video: 512 * MIB,
};
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime'] as const;

/**
 * A GIF that stands alone goes as one, moving or not, which is how GIFs are published in
 * production (trypostit/trypost, checked 2026-08).
 */
export const isGifPost = (contentType: string, items: number): boolean => contentType === 'image/gif' && items === 1;

/**
 * Files that X takes (X API, media best practices, checked 2026-11). Videos above 140 seconds are
 * for people who pay X, so their length is not limited here. Sizes of videos: up to 1920 x 1200 (X
 * Help, X videos, 2026-09). The API's page says both 1280 x 1024 and that people who pay upload
 * 1080p (github.com/xdevplatform/docs, 2026-08), so what may pass is not refused.
 */
export const xFiles: readonly FileRule[] = [
  ...soundFile('x'),
  oneOfTypes({ name: 'x.image.type', summary: 'An image is JPEG, PNG, WebP or GIF.', of: 'image', types: IMAGE_TYPES }),
  imageRange({
    ...IMAGE.bytes,
    name: 'x.image.max_bytes',
    summary: 'An image is at most 5 MB.',
    measure: ({ contentType, bytes }, { draft }) => (isGifPost(contentType, draft.media.length) ? null : bytes),
    most: MAX_BYTES.tweet_image,
    fix: 'Use a smaller image, or stronger compression.',
  }),
  imageRange({
    ...IMAGE.shortSide,
    name: 'x.image.min_side',
    summary: 'An image is at least 4 px wide and high.',
    least: 4,
    fix: 'Use a larger image.',
  }),
  imageRange({
    ...IMAGE.longSide,
    name: 'x.image.max_side',
    summary: 'An image is at most 8,192 px wide and high.',
    most: 8_192,
    fix: 'Make the image smaller.',
  }),
  imageRule({
    name: 'x.gif.alone',
    summary: 'An animated GIF is the only item of its post.',
    check: ({ contentType, frames }, { draft }) =>
      contentType === 'image/gif' && frames > 1 && draft.media.length > 1
        ? { message: 'X takes an animated GIF only alone. Post the GIF alone, or use a still image.' }
        : null,
  }),
  imageRange({
    name: 'x.gif.max_bytes',
    summary: 'A GIF that is the only item of its post is at most 15 MB.',
    what: 'size of the GIF',
    unit: 'bytes',
    measure: ({ contentType, bytes }, { draft }) => (isGifPost(contentType, draft.media.length) ? bytes : null),
    most: MAX_BYTES.tweet_gif,
    fix: 'Use a smaller GIF, or a video.',
  }),
  imageRange({
    name: 'x.gif.max_width',
    summary: 'An animated GIF is at most 1,280 px wide.',
    what: 'width of the GIF',
    unit: 'px',
    measure: ({ contentType, frames, width }) => (contentType === 'image/gif' && frames > 1 ? width : null),
    most: 1_280,
    fix: 'Make the GIF smaller.',
  }),
  imageRange({
    name: 'x.gif.max_height',
    summary: 'An animated GIF is at most 1,080 px high.',
    what: 'height of the GIF',
    unit: 'px',
    measure: ({ contentType, frames, height }) => (contentType === 'image/gif' && frames > 1 ? height : null),
    most: 1_080,
    fix: 'Make the GIF smaller.',
  }),
  imageRange({
    ...IMAGE.frames,
    name: 'x.gif.max_frames',
    summary: 'A GIF has at most 350 frames.',
    most: 350,
    fix: 'Use a shorter GIF, or a video.',
  }),
  imageRange({
    name: 'x.gif.max_pixels',
    summary: 'A GIF has at most 300 million pixels in all of its frames.',
    what: 'sum of all frames',
    unit: 'pixels',
    measure: ({ frames, width, height }) => (frames > 1 ? frames * width * height : null),
    most: 300_000_000,
    fix: 'Use a smaller or shorter GIF, or a video.',
  }),
  oneOfTypes({ name: 'x.video.type', summary: 'A video is MP4 or MOV.', of: 'video', types: VIDEO_TYPES }),
  oneOfCodecs({
    name: 'x.video.codecs',
    summary: 'A video is H.264, and has AAC sound or none.',
    video: H264,
    audio: AAC,
  }),
  videoRange({
    ...VIDEO.bytes,
    name: 'x.video.max_bytes',
    summary: 'A video is at most 512 MB.',
    most: MAX_BYTES.tweet_video,
    fix: encode('-crf 26'),
  }),
  videoRange({
    ...VIDEO.duration,
    name: 'x.video.min_duration',
    summary: 'A video lasts at least half a second.',
    least: 500,
    fix: 'Use a longer video.',
  }),
  videoRange({
    ...VIDEO.shortSide,
    name: 'x.video.short_side',
    summary: 'The shorter side of a video is 32 to 1,200 px.',
    least: 32,
    most: 1_200,
    fix: encode('-vf scale=1920:1200:force_original_aspect_ratio=decrease:force_divisible_by=2'),
  }),
  videoRange({
    ...VIDEO.longSide,
    name: 'x.video.long_side',
    summary: 'The longer side of a video is at most 1,920 px.',
    most: 1_920,
    fix: encode('-vf scale=1920:1920:force_original_aspect_ratio=decrease:force_divisible_by=2'),
  }),
  videoRange({
    ...VIDEO.ratio,
    name: 'x.video.aspect_ratio',
    summary: 'A video is at most 3 times as wide as high, and at most 3 times as high as wide.',
    least: 1 / 3,
    most: 3,
    fix: 'Crop the video.',
  }),
  videoRange({
    ...VIDEO.frameRate,
    name: 'x.video.frame_rate',
    summary: 'A video has at most 60 frames per second.',
    most: 60,
    slack: 0.5,
    fix: encode('-r 30'),
  }),
];

/**
 * An image that X does not take is sent as JPEG of at most 5 MB (X API, media best practices,
 * checked 2026-11). Its sides are at most half of what X takes, so that it keeps its quality.
 */
export const xImage: ImageForm = {
  ...{ type: 'image/jpeg', maxBytes: MAX_BYTES.tweet_image, maxWidth: 4_096, maxHeight: 4_096, takesAnimations: true },
};
