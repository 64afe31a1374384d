import type { GraphErrorRow } from './graph-error-row.ts';

const CHECK_HOST =
  'Serve the file under a public address that answers directly: no redirect, login, robots.txt rule or expiring link.';

/**
 * Errors of containers and of publishing. Sources: Meta, Instagram Platform error codes reference (its 25 rows) and Meta, Threads
 * troubleshooting, both checked 2026-10. Rows seen only in production name their report.
 */
export const PUBLISHING_ERRORS: readonly GraphErrorRow[] = [
  // Instagram error codes reference
  {
    code: -2,
    becomes: 'media_unreachable',
    again: 'soon',
    says: '{network} could not take in the media file.',
    remedy: CHECK_HOST,
  },
  {
    code: -2,
    subcode: 2207003,
    becomes: 'media_unreachable',
    again: 'soon',
    says: '{network} needed too long to download the media file.',
    remedy: 'Serve the file from a faster host, or make it smaller.',
  },
  {
    code: -2,
    subcode: 2207020,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: 'The uploaded media has expired.',
  },
  { code: -1, becomes: 'network_unavailable', again: 'soon', says: '{network} reported a server error.' },
  {
    code: -1,
    subcode: 2207001,
    becomes: 'network_unavailable',
    again: 'soon',
    says: '{network} reported a server error.',
  },
  {
    code: -1,
    subcode: 2207032,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: '{network} could not create the media.',
  },
  {
    code: -1,
    subcode: 2207053,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: 'The upload to {network} failed.',
  },
  {
    code: 1,
    subcode: 2207057,
    becomes: 'media_rejected',
    says: 'The thumbnail offset lies outside the video.',
    remedy: 'Use a thumbOffsetMs below the length of the video.',
  },
  // The post can be live behind this answer (gitroomhq/postiz-app#1681), so a publish that gets it is read back first.
  {
    code: 4,
    subcode: 2207051,
    becomes: 'account_restricted',
    says: '{network} blocked the action as suspected spam.',
    remedy: 'Wait a day or two before posting from this account again, and vary what is posted.',
  },
  {
    code: 9,
    subcode: 2207042,
    becomes: 'rate_limited',
    says: 'The account has reached its number of posts within 24 hours at {network}.',
    remedy: 'Send the target again when older posts fall out of the moving 24 hours.',
  },
  { code: 24, becomes: 'network_unavailable', again: 'same', says: '{network} does not find the prepared post.' },
  {
    code: 24,
    subcode: 2207006,
    becomes: 'network_unavailable',
    again: 'same',
    says: '{network} does not find the prepared post.',
  },
  {
    code: 24,
    subcode: 2207008,
    becomes: 'network_unavailable',
    again: 'same',
    says: '{network} does not find the prepared post.',
  },
  {
    code: 25,
    subcode: 2207050,
    becomes: 'account_restricted',
    says: 'The account is restricted, inactive or checkpointed at {network}.',
    remedy: 'Log in to the {network} app and settle what it asks for.',
  },
  {
    code: 100,
    subcode: 2207023,
    becomes: 'internal_error',
    operator: true,
    says: '{network} does not know the media type.',
  },
  {
    code: 100,
    subcode: 2207028,
    becomes: 'content_rejected',
    says: 'A carousel needs 2 to 10 items.',
    remedy: 'Send 2 to 10 media items.',
  },
  { code: 100, subcode: 2207035, becomes: 'content_rejected', says: '{network} refused a product tag.' },
  { code: 100, subcode: 2207036, becomes: 'content_rejected', says: '{network} refused a product tag.' },
  { code: 100, subcode: 2207037, becomes: 'content_rejected', says: '{network} refused a product tag.' },
  {
    code: 100,
    subcode: 2207040,
    becomes: 'content_rejected',
    says: 'The caption mentions too many accounts.',
    remedy: 'Mention at most 20 accounts.',
  },
  {
    code: 352,
    subcode: 2207026,
    becomes: 'media_rejected',
    says: '{network} does not support the format of the video.',
    remedy: 'Use MP4 or MOV with H.264 or HEVC video and AAC sound.',
  },
  // Also sent at random for one item of a carousel whose siblings pass (gitroomhq/postiz-app#1900). Threads sends it under code 1.
  {
    code: 9004,
    subcode: 2207052,
    becomes: 'media_unreachable',
    again: 'soon',
    says: '{network} could not fetch the media file from its address.',
    remedy: CHECK_HOST,
  },
  {
    code: 9007,
    subcode: 2207027,
    becomes: 'network_unavailable',
    again: 'same',
    says: 'The prepared post is not ready yet.',
  },
  {
    code: 36000,
    subcode: 2207004,
    becomes: 'media_rejected',
    says: 'The image is larger than 8 MiB.',
    remedy: 'Send a smaller image.',
  },
  {
    code: 36001,
    subcode: 2207005,
    becomes: 'media_rejected',
    says: '{network} does not support the format of the image.',
    remedy: 'Send a JPEG image.',
  },
  {
    code: 36003,
    subcode: 2207009,
    becomes: 'media_rejected',
    says: 'The aspect ratio of the image is outside what {network} takes.',
    remedy: 'Crop the image to between 4:5 and 1.91:1.',
  },
  {
    code: 36004,
    subcode: 2207010,
    becomes: 'content_rejected',
    says: 'The caption is too long or carries too many tags.',
    remedy: 'Use at most 2,200 characters, 30 hashtags and 20 mentions; {network} may enforce fewer hashtags.',
  },
  // Seen in production, absent from the reference (gitroomhq/postiz-app, instagram provider, 2026-08)
  { code: null, subcode: 2207076, becomes: 'media_processing_failed', says: '{network} could not process the media.' },
  {
    code: null,
    subcode: 2207077,
    becomes: 'media_unreachable',
    again: 'soon',
    says: '{network} could not download the video.',
    remedy: CHECK_HOST,
  },
  {
    code: null,
    subcode: 2207078,
    becomes: 'rate_limited',
    says: 'The number of trial reels for this account is used up.',
  },
  { code: null, subcode: 2207081, becomes: 'content_rejected', says: 'The account cannot publish trial reels.' },
  {
    code: null,
    subcode: 2207082,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: 'The upload to {network} failed.',
  },
  { code: null, subcode: 2207085, becomes: 'media_processing_failed', says: '{network} could not process the video.' },

  // Threads: reports from production (fbsamples/threads_api#70, gitroomhq/postiz-app#2047, trypostit/trypost#280 #352)
  {
    code: 24,
    subcode: 4279009,
    becomes: 'network_unavailable',
    again: 'same',
    says: '{network} does not see the prepared post yet.',
  },
  {
    code: 100,
    subcode: 4279004,
    becomes: 'media_processing_failed',
    again: 'soon',
    says: '{network} does not accept the prepared items of the carousel.',
  },
  {
    code: null,
    subcode: 4279013,
    becomes: 'account_restricted',
    says: 'The account is restricted at {network}.',
    remedy: 'Log in to the {network} app and settle what it asks for.',
  },
  {
    code: -1,
    subcode: 4279047,
    becomes: 'content_rejected',
    says: '{network} refused the link.',
    remedy: 'Check the link.',
  },
];
