import { type GraphErrorRow, graphRow, SOON_MS } from './graph-error-row.ts';

const serverFault = { code: 'network_unavailable', retry: SOON_MS } as const;
const unreachable = {
  code: 'media_unreachable',
  retry: SOON_MS,
  remedy:
    'Serve the file under a public address that answers directly: no redirect, login, robots.txt rule or expiring link.',
} as const;
const failed = { code: 'media_processing_failed', retry: SOON_MS } as const;
const notReady = { ...serverFault, notReady: true } as const;
const restricted = {
  code: 'account_restricted',
  remedy: 'Log in to the {network} app and settle what it asks for.',
} as const;
const rejected = (message: string, remedy: string) => ({ code: 'media_rejected', message, remedy }) as const;
const refused = (message: string, remedy?: string) =>
  ({ code: 'content_rejected', message, ...(remedy !== undefined && { remedy }) }) as const;

/**
 * Errors of containers and of publishing that have a subcode. Sources: Meta, Instagram Platform
 * error codes reference (its 25 rows) and Meta, Threads troubleshooting, both checked 2026-10. Rows
 * seen only in production name their report.
 */
export const PUBLISHING_ERRORS: readonly GraphErrorRow[] = [
  // Instagram error codes reference
  graphRow('-2/2207003', {
    ...unreachable,
    message: '{network} needed too long to download the media file.',
    remedy: 'Serve the file from a faster host, or make it smaller.',
  }),
  graphRow('-2/2207020', { ...failed, message: 'The uploaded media has expired.' }),
  graphRow('-1/2207001', { ...serverFault, message: '{network} reported a server error.' }),
  graphRow('-1/2207032', { ...failed, message: '{network} could not create the media.' }),
  graphRow('-1/2207053', { ...failed, message: 'The upload to {network} failed.' }),
  graphRow(
    '1/2207057',
    rejected('The thumbnail offset lies outside the video.', 'Use a thumbOffsetMs below the length of the video.'),
  ),
  graphRow('24/2207006', { ...notReady, message: '{network} does not find the prepared post.' }),
  graphRow('24/2207008', { ...notReady, message: '{network} does not find the prepared post.' }),
  graphRow('100/2207023', {
    code: 'internal_error',
    operator: true,
    message: '{network} does not know the media type.',
  }),
  graphRow('100/2207028', refused('A carousel needs 2 to 10 items.', 'Send 2 to 10 media items.')),
  graphRow('100/2207035', refused('{network} refused a product tag.')),
  graphRow('100/2207036', refused('{network} refused a product tag.')),
  graphRow('100/2207037', refused('{network} refused a product tag.')),
  graphRow('100/2207040', refused('The caption mentions too many accounts.', 'Mention at most 20 accounts.')),

  // Seen in production, absent from the reference (gitroomhq/postiz-app, instagram provider,
  // 2026-08)
  graphRow('*/2207076', { code: 'media_processing_failed', message: '{network} could not process the media.' }),
  graphRow('*/2207077', { ...unreachable, message: '{network} could not download the video.' }),
  graphRow('*/2207078', { code: 'rate_limited', message: 'The number of trial reels for this account is used up.' }),
  graphRow('*/2207081', refused('The account cannot publish trial reels.')),
  graphRow('*/2207082', { ...failed, message: 'The upload to {network} failed.' }),
  graphRow('*/2207085', { code: 'media_processing_failed', message: '{network} could not process the video.' }),

  // Threads: reports from production (fbsamples/threads_api#70, gitroomhq/postiz-app#2047,
  // trypostit/trypost#280 #352)
  graphRow('24/4279009', { ...notReady, message: '{network} does not see the prepared post yet.' }),
  graphRow('100/4279004', { ...failed, message: '{network} does not accept the prepared items of the carousel.' }),
  graphRow('*/4279013', { ...restricted, message: 'The account is restricted at {network}.' }),
  graphRow('-1/4279047', refused('{network} refused the link.', 'Check the link.')),

  // Instagram error codes reference. Each of these codes has one meaning, so it says the same
  // without its subcode.
  graphRow(['9/2207042', '9'], {
    code: 'rate_limited',
    message: 'The account has reached its number of posts within 24 hours at {network}.',
    remedy: 'Send the target again when older posts fall out of the moving 24 hours.',
  }),
  graphRow(['25/2207050', '25'], {
    ...restricted,
    message: 'The account is restricted, inactive or checkpointed at {network}.',
  }),
  graphRow(
    ['352/2207026', '352'],
    rejected(
      '{network} does not support the format of the video.',
      'Use MP4 or MOV with H.264 or HEVC video and AAC sound.',
    ),
  ),
  // Also sent at random for one item of a carousel whose siblings pass (gitroomhq/postiz-app#1900).
  // Threads sends it under code 1.
  graphRow(['9004/2207052', '9004'], {
    ...unreachable,
    message: '{network} could not fetch the media file from its address.',
  }),
  graphRow(['9007/2207027', '9007'], { ...notReady, message: 'The prepared post is not ready yet.' }),
  graphRow(['36000/2207004', '36000'], rejected('The image is larger than 8 MiB.', 'Send a smaller image.')),
  graphRow(
    ['36001/2207005', '36001'],
    rejected('{network} does not support the format of the image.', 'Send a JPEG image.'),
  ),
  graphRow(
    ['36003/2207009', '36003'],
    rejected(
      'The aspect ratio of the image is outside what {network} takes.',
      'Crop the image to between 3:4 and 1.91:1 (4:5 is always accepted).',
    ),
  ),
  graphRow(
    ['36004/2207010', '36004'],
    refused(
      'The caption is too long or carries too many tags.',
      'Use at most 2,200 characters, 30 hashtags and 20 mentions; {network} may enforce fewer hashtags.',
    ),
  ),
];

/** The same errors without a subcode. */
export const PUBLISHING_CODE_ERRORS: readonly GraphErrorRow[] = [
  graphRow('-2', { ...unreachable, message: '{network} could not take in the media file.' }),
  graphRow('-1', { ...serverFault, message: '{network} reported a server error.' }),
  graphRow('24', { ...notReady, message: '{network} does not find the prepared post.' }),
];

/** The post can be live behind this answer, so a publish that gets it is read back first. */
export const SPAM_ERROR: GraphErrorRow = graphRow('4/2207051', {
  source: 'gitroomhq/postiz-app pull request 1681, 2026-10',
  outcome: 'unknown',
  code: 'account_restricted',
  message: '{network} blocked the action as suspected spam.',
  remedy: 'Wait a day or two before posting from this account again, and vary what is posted.',
});
