import { type GraphErrorRow, SOON_MS } from './graph-error-row.ts';

const VIDEO_SPEC = 'MP4 or MOV, H.264 or HEVC, AAC sound, 23 to 60 frames per second, up to 5 minutes and 1 GB';

/** A container that failed with this name. */
const named = (name: string, meaning: Omit<GraphErrorRow, 'name' | 'on' | 'when'>): GraphErrorRow => ({
  name,
  on: ['container'],
  when: [{ codes: [name] }],
  ...meaning,
});
const failed = { code: 'media_processing_failed', retry: SOON_MS } as const;
const badVideo = (name: string, message: string, remedy: string): GraphErrorRow =>
  named(name, { code: 'media_rejected', message, remedy });

/**
 * `error_message` of a Threads container in state ERROR. Source: Meta, Threads troubleshooting,
 * checked 2026-10. Downloads, processing and UNKNOWN were seen to pass on another try; INVALID_* is
 * the file itself.
 */
export const THREADS_CONTAINER_ERRORS: readonly GraphErrorRow[] = [
  named('FAILED_DOWNLOADING_VIDEO', {
    code: 'media_unreachable',
    retry: SOON_MS,
    message: '{network} could not download the video.',
    remedy: 'Serve the file under a public address that answers directly, and keep it there until the post is live.',
  }),
  named('FAILED_PROCESSING_AUDIO', {
    ...failed,
    message: '{network} could not process the sound of the video.',
    remedy: `Use ${VIDEO_SPEC}.`,
  }),
  named('FAILED_PROCESSING_VIDEO', {
    ...failed,
    message: '{network} could not process the video.',
    remedy: `Use ${VIDEO_SPEC}.`,
  }),
  named('UNKNOWN', { ...failed, message: '{network} could not process the media.' }),
  // The network spells it without the T.
  badVideo('INVALID_ASPEC_RATIO', 'The aspect ratio of the media is not supported.', 'Use between 0.01:1 and 10:1.'),
  badVideo('INVALID_BIT_RATE', 'The bit rate of the video is too high.', 'Use at most 100 Mbit/s.'),
  badVideo('INVALID_DURATION', 'The length of the video is not supported.', 'Use at most 5 minutes.'),
  badVideo('INVALID_FRAME_RATE', 'The frame rate of the video is not supported.', 'Use 23 to 60 frames per second.'),
  badVideo('INVALID_AUDIO_CHANNELS', 'The sound channels of the video are not supported.', 'Use mono or stereo.'),
  badVideo('INVALID_AUDIO_CHANNEL_LAYOUT', 'The sound channel layout is not supported.', 'Use mono or stereo.'),
];

/** Containers that failed for a reason no table knows, or were not published within 24 hours. */
export const OTHER_CONTAINER_ERRORS: readonly GraphErrorRow[] = [
  named('EXPIRED', {
    ...failed,
    message: 'The prepared post expired at {network} before it was published.',
    remedy: 'Send the target again with a new idempotency key.',
  }),
  {
    name: 'container_failed',
    on: ['container'],
    code: 'media_processing_failed',
    message: '{network} could not process the media.',
    remedy: 'Check the file against the limits of {network}, then send the target again with a new idempotency key.',
  },
];
