import type { GraphErrorRow } from './graph-error-row.ts';

const VIDEO_SPEC = 'MP4 or MOV, H.264 or HEVC, AAC sound, 23 to 60 frames per second, up to 5 minutes and 1 GB';

const badVideo = (says: string, remedy: string): GraphErrorRow => ({
  code: null,
  becomes: 'media_rejected',
  says,
  remedy,
});

/**
 * `error_message` of a Threads container in state ERROR. Source: Meta, Threads troubleshooting, checked 2026-10.
 * Downloads, processing and UNKNOWN were seen to pass on another try; INVALID_* is the file itself.
 */
export const THREADS_CONTAINER_ERRORS: Readonly<Record<string, GraphErrorRow>> = {
  FAILED_DOWNLOADING_VIDEO: {
    code: null,
    becomes: 'media_unreachable',
    again: 'soon',
    says: '{network} could not download the video.',
    remedy: 'Serve the file under a public address that answers directly, and keep it there until the post is live.',
  },
  FAILED_PROCESSING_AUDIO: {
    code: null,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: '{network} could not process the sound of the video.',
    remedy: `Use ${VIDEO_SPEC}.`,
  },
  FAILED_PROCESSING_VIDEO: {
    code: null,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: '{network} could not process the video.',
    remedy: `Use ${VIDEO_SPEC}.`,
  },
  UNKNOWN: {
    code: null,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: '{network} could not process the media.',
  },
  // Spelled without the T by the network.
  INVALID_ASPEC_RATIO: badVideo('The aspect ratio of the media is not supported.', 'Use between 0.01:1 and 10:1.'),
  INVALID_BIT_RATE: badVideo('The bit rate of the video is too high.', 'Use at most 100 Mbit/s.'),
  INVALID_DURATION: badVideo('The length of the video is not supported.', 'Use at most 5 minutes.'),
  INVALID_FRAME_RATE: badVideo('The frame rate of the video is not supported.', 'Use 23 to 60 frames per second.'),
  INVALID_AUDIO_CHANNELS: badVideo('The sound channels of the video are not supported.', 'Use mono or stereo.'),
  INVALID_AUDIO_CHANNEL_LAYOUT: badVideo('The sound channel layout is not supported.', 'Use mono or stereo.'),
};

/** A container that failed for a reason the tables do not know. */
export const UNKNOWN_CONTAINER_ERROR: GraphErrorRow = {
  code: null,
  becomes: 'media_processing_failed',
  says: '{network} could not process the media.',
  remedy: 'Check the file against the limits of {network}, then send the target again with a new idempotency key.',
};

/** A container that was not published within 24 hours. */
export const EXPIRED_CONTAINER: GraphErrorRow = {
  code: null,
  becomes: 'media_processing_failed',
  again: 'soon',
  says: 'The prepared post expired at {network} before it was published.',
  remedy: 'Send the target again with a new idempotency key.',
};
