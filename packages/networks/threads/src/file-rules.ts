import {
  AAC,
  encode,
  type FileRule,
  H264,
  HEVC,
  IMAGE,
  type ImageForm,
  imageRange,
  indexFirst,
  oneOfCodecs,
  oneOfTypes,
  soundFile,
  VIDEO,
  videoRange,
} from '@fanfare/rules';

const MIB = 1024 * 1024;

/**
 * Files that Threads takes (Meta, Threads posts, media specifications, checked 2026-11). Frame rate
 * and bit rate are measured over the whole file, with its sound, so they may be a little over.
 */
export const threadsFiles: readonly FileRule[] = [
  ...soundFile('threads'),
  oneOfTypes({
    name: 'threads.image.type',
    summary: 'An image is JPEG or PNG.',
    of: 'image',
    types: ['image/jpeg', 'image/png'],
  }),
  imageRange({
    ...IMAGE.bytes,
    name: 'threads.image.max_bytes',
    summary: 'An image is at most 8 MB.',
    most: 8 * MIB,
    fix: 'Use a smaller image, or stronger compression.',
  }),
  imageRange({
    ...IMAGE.ratio,
    name: 'threads.image.aspect_ratio',
    summary: 'An image is at most 10 times as wide as high, and at most 10 times as high as wide.',
    least: 1 / 10,
    most: 10,
    fix: 'Crop the image.',
  }),
  oneOfTypes({
    name: 'threads.video.type',
    summary: 'A video is MP4 or MOV.',
    of: 'video',
    types: ['video/mp4', 'video/quicktime'],
  }),
  oneOfCodecs({
    name: 'threads.video.codecs',
    summary: 'A video is H.264 or HEVC, and has AAC sound or none.',
    video: { ...H264, ...HEVC },
    audio: AAC,
  }),
  videoRange({
    ...VIDEO.bytes,
    name: 'threads.video.max_bytes',
    summary: 'A video is at most 1 GB.',
    most: 1_024 * MIB,
    fix: encode('-crf 26'),
  }),
  videoRange({
    ...VIDEO.duration,
    name: 'threads.video.max_duration',
    summary: 'A video lasts at most 5 minutes.',
    most: 300_000,
    fix: encode('-t 300'),
  }),
  videoRange({
    ...VIDEO.frameRate,
    name: 'threads.video.frame_rate',
    summary: 'A video has 23 to 60 frames per second.',
    least: 23,
    most: 60,
    slack: 0.5,
    fix: encode('-r 30'),
  }),
  videoRange({
    ...VIDEO.width,
    name: 'threads.video.max_width',
    summary: 'A video is at most 1,920 px wide.',
    most: 1_920,
    fix: encode('-vf scale=1920:-2'),
  }),
  videoRange({
    ...VIDEO.ratio,
    name: 'threads.video.aspect_ratio',
    summary: 'The width of a video is 0.01 to 10 times its height.',
    least: 0.01,
    most: 10,
    fix: 'Crop the video.',
  }),
  videoRange({
    ...VIDEO.bitRate,
    name: 'threads.video.max_bit_rate',
    summary: 'A video has at most 100 Mbit/s.',
    most: 100_000_000,
    slack: 1_000_000,
    fix: encode('-maxrate 50M -bufsize 100M'),
  }),
  indexFirst('threads.video.index_first'),
];

/**
 * An image that Threads does not take is sent as JPEG in sRGB of at most 8 MB. It keeps 1,440 px of
 * the width (Meta, Threads posts, image specifications, checked 2026-11).
 */
export const threadsImage: ImageForm = {
  ...{ type: 'image/jpeg', maxBytes: 8 * MIB, maxWidth: 1_440, maxHeight: 14_400, takesAnimations: false },
};
