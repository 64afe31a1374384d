import { rowsOn } from '@fanfare/network';
import { MAX_IMAGES } from './content-rules.ts';
import type { XErrorRow } from './purpose.ts';

const VIDEO_FORM = 'an MP4 or MOV with H.264 and AAC, 0.5 to 140 seconds, at most 1280 x 1024 and 512 MB';
const NOT_FOUND = ['resource-not-found', 'resource-unavailable'];

/** Errors of X about files, at the upload or at the post (X API, media, checked 2026-08). */
export const FILE_ERROR_ROWS: readonly XErrorRow[] = [
  {
    // Expired after 24 hours, uploaded by another user, or out of specification although processing
    // had succeeded.
    name: 'media_ids_invalid',
    when: [{ text: /media ids? (?:is|are) invalid/i }],
    source: 'X, media, 2026-08; sferik/x-ruby issue 44',
    code: 'media_rejected',
    message: 'X does not accept the uploaded media in a post.',
    remedy: `Use images of at most 5 MB, or ${VIDEO_FORM}; if the file is right, send the target again with a new key.`,
  },
  {
    name: 'video_too_long',
    when: [{ text: /video longer than/i }],
    source: 'X, media best practices, 2026-08',
    code: 'media_rejected',
    message: 'The video is longer than X allows this account.',
    remedy: 'Use a video of at most 140 seconds.',
  },
  {
    name: 'media_type_unrecognized',
    when: [{ text: /media type unrecogni[sz]ed/i }],
    source: 'sferik/x-ruby issue 54, 2026-08',
    code: 'media_rejected',
    message: 'X cannot read the file.',
    remedy: 'Save the file again as JPEG, PNG or MP4.',
  },
  {
    name: 'too_many_media',
    when: [{ text: /maximum of \d+ items/i }],
    code: 'media_rejected',
    message: `X takes at most ${MAX_IMAGES} images in one post.`,
  },
  {
    name: 'upload_too_large',
    when: [{ status: [413] }],
    code: 'media_rejected',
    message: 'X refused the upload as too large.',
    remedy: 'Use a smaller file.',
  },
];

/** Refusals of uploads that no other row knows. */
export const UPLOAD_ERROR_ROWS: readonly XErrorRow[] = rowsOn(
  ['media'],
  [
    {
      // A bare "Forbidden" on uploads while posting works: the token lacks media.write.
      name: 'upload_permission_missing',
      when: [{ status: [403] }],
      source: 'PLhery/node-twitter-api-v2 issue 588, 2026-08',
      code: 'permission_missing',
      message: 'X does not allow this account to upload media.',
      remedy: 'Connect the account again and grant every permission X lists.',
    },
    {
      // X's own simulator answers 400 "BadRequest: Not found".
      name: 'upload_lost',
      when: [{ status: [404, 410] }, { codes: NOT_FOUND }, { text: /\bnot found\b/i }],
      source: 'xdevplatform/playground, 2026-08',
      code: 'media_processing_failed',
      message: 'X no longer has the uploaded file.',
      remedy: 'Send the target again with a new idempotency key.',
    },
    {
      name: 'upload_refused',
      code: 'media_rejected',
      message: 'X refused the file.',
      remedy: `Use a JPEG, PNG, WebP or GIF of at most 5 MB, or ${VIDEO_FORM}.`,
    },
  ],
);
