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
  videoRule,
} from '@fanfare/rules';
import { isStory } from './format.ts';

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Files that Instagram takes in the feed, as reels and as stories (Meta, IG user media reference,
 * image, reel and story specifications, checked 2026-11). The reference says 4:5 for images; 3:4
 * passes (mvdicarlo/postybirb pull request 762, 2026-05). Frame rate and bit rate are measured over
 * the whole file, with its sound, so they may be a little over.
 */
export const instagramFiles: readonly FileRule[] = [
  ...soundFile('instagram'),
  oneOfTypes({
    name: 'instagram.image.type',
    summary: 'An image, or a cover, is JPEG.',
    of: 'image',
    types: ['image/jpeg'],
  }),
  imageRange({
    ...IMAGE.bytes,
    name: 'instagram.image.max_bytes',
    summary: 'An image, or a cover, is at most 8 MB.',
    most: 8 * MIB,
    fix: 'Use a smaller image, or stronger compression.',
  }),
  imageRange({
    ...IMAGE.ratio,
    name: 'instagram.image.aspect_ratio',
    summary: 'The width of an image is 0.75 (3:4) to 1.91 times its height; a cover and a story may have any shape.',
    measure: (file, { as, draft }) => (as === 'cover' || isStory(draft) ? null : IMAGE.ratio.measure(file)),
    least: 3 / 4,
    most: 1.91,
    // Images are cut to whole pixels: 600x314 is 1.9108.
    slack: 0.005,
    fix: 'Crop the image.',
  }),
  oneOfTypes({
    name: 'instagram.video.type',
    summary: 'A video is MP4 or MOV.',
    of: 'video',
    types: ['video/mp4', 'video/quicktime'],
  }),
  oneOfCodecs({
    name: 'instagram.video.codecs',
    summary: 'A video is H.264 or HEVC, and has AAC sound or none.',
    video: { ...H264, ...HEVC },
    audio: AAC,
  }),
  videoRange({
    ...VIDEO.audioRate,
    name: 'instagram.video.max_audio_rate',
    summary: 'The sound of a video has at most 48,000 samples per second.',
    most: 48_000,
    fix: encode('-ar 48000'),
  }),
  videoRange({
    ...VIDEO.bytes,
    name: 'instagram.video.max_bytes',
    summary: 'A video is at most 300 MB.',
    most: 300 * MIB,
    fix: encode('-crf 26'),
  }),
  videoRange({
    ...VIDEO.bytes,
    name: 'instagram.story.max_bytes',
    summary: 'The video of a story is at most 100 MB.',
    measure: ({ bytes }, { draft }) => (isStory(draft) ? bytes : null),
    most: 100 * MIB,
    fix: encode('-crf 26'),
  }),
  videoRange({
    ...VIDEO.duration,
    name: 'instagram.video.min_duration',
    summary: 'A video lasts at least 3 seconds.',
    least: 3_000,
    fix: 'Use a longer video.',
  }),
  videoRange({
    ...VIDEO.duration,
    name: 'instagram.video.max_duration',
    summary: 'A single video lasts at most 15 minutes.',
    measure: ({ durationMs }, { draft }) => (draft.media.length > 1 ? null : durationMs),
    most: 15 * MINUTE_MS,
    fix: encode('-t 900'),
  }),
  videoRange({
    ...VIDEO.duration,
    name: 'instagram.story.max_duration',
    summary: 'The video of a story lasts at most 60 seconds.',
    measure: ({ durationMs }, { draft }) => (isStory(draft) ? durationMs : null),
    most: MINUTE_MS,
    fix: `Split it into several stories, or shorten it. ${encode('-t 60')}`,
  }),
  videoRange({
    ...VIDEO.frameRate,
    name: 'instagram.video.frame_rate',
    summary: 'A video has 23 to 60 frames per second.',
    least: 23,
    most: 60,
    slack: 0.5,
    fix: encode('-r 30'),
  }),
  videoRange({
    ...VIDEO.width,
    name: 'instagram.video.max_width',
    summary: 'A video is at most 1,920 px wide.',
    most: 1_920,
    fix: encode('-vf scale=1920:-2'),
  }),
  videoRange({
    ...VIDEO.ratio,
    name: 'instagram.video.aspect_ratio',
    summary: 'The width of a video is 0.01 to 10 times its height.',
    least: 0.01,
    most: 10,
    fix: 'Crop the video.',
  }),
  videoRange({
    ...VIDEO.bitRate,
    name: 'instagram.video.max_bit_rate',
    summary: 'A video has at most 25 Mbit/s.',
    most: 25_000_000,
    slack: 1_000_000,
    fix: encode('-maxrate 20M -bufsize 40M'),
  }),
  indexFirst('instagram.video.index_first'),
  videoRule({
    name: 'instagram.video.edit_list',
    summary: 'A video has no edit list that leaves out or repeats a part, as apps write it that trim without encoding.',
    check: ({ hasEdits }) =>
      hasEdits ? { message: `An edit list leaves out or repeats a part of the video. ${encode('')}` } : null,
  }),
];

/**
 * An image that Instagram does not take is sent as JPEG in sRGB of at most 8 MB. It keeps 1,440 px
 * of the width (Meta, IG user media reference, image specifications, checked 2026-11).
 */
export const instagramImage: ImageForm = {
  ...{ type: 'image/jpeg', maxBytes: 8 * MIB, maxWidth: 1_440, maxHeight: 14_400, takesAnimations: false },
};
