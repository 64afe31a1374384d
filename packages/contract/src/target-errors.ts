/** The facts about one target error code. */
export type TargetErrorFacts = {
  /** One sentence: what happened. */
  readonly meaning: string;
  /** Whether the same target can succeed under a new key without anything being changed. */
  readonly retryable: boolean;
  /** Whether the post may be live on the network in spite of the failure. */
  readonly mayBeLive: boolean;
  /** One sentence: what the caller does about it. */
  readonly remedy: string;
};

const RECONNECT = 'Run the connect flow for the account again, then send the target with a new key.';
const SEND_AGAIN = 'Send the target again with a new key.';
const CHANGE_MEDIA = 'Replace the media item, then send the target with a new key.';

/**
 * Codes before the colon in a target's `error` (and in `commentError`). The list is closed.
 * `outcome_unknown` is the only one under which the post may be live; after any other nothing was
 * published.
 */
export const TARGET_ERRORS = {
  account_not_active: {
    meaning: 'The account was expired or revoked when the target was published, or this publish found that it is.',
    retryable: false,
    mayBeLive: false,
    remedy: RECONNECT,
  },
  media_processing_timeout: {
    meaning: 'The network did not finish processing the media within about four minutes.',
    retryable: true,
    mayBeLive: false,
    remedy: `${SEND_AGAIN} A shorter or smaller video is processed faster.`,
  },
  outcome_unknown: {
    meaning: 'The network was asked to publish, but no answer came back: the post may be live.',
    retryable: false,
    mayBeLive: true,
    remedy: 'Look at the account on the network before sending the target again.',
  },
  worker_lost: {
    meaning: 'The server stopped before it sent anything that can go live.',
    retryable: true,
    mayBeLive: false,
    remedy: SEND_AGAIN,
  },
  cancelled: {
    meaning: 'The scheduled post was cancelled before its time.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Create a new post with a new key to publish it after all.',
  },
  rate_limited: {
    meaning: 'The network limits how much the account or the service may write, and the limit is reached.',
    retryable: true,
    mayBeLive: false,
    remedy: 'Wait, then send the target again with a new key.',
  },
  duplicate_content: {
    meaning: 'The network refuses a post that repeats an earlier one.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Change the content, then send the target with a new key.',
  },
  content_rejected: {
    meaning: 'The network refused the content.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Change the content as `networkMessage` says, then send the target with a new key.',
  },
  media_rejected: {
    meaning: 'The network refused a media file for its format, size or shape.',
    retryable: false,
    mayBeLive: false,
    remedy: CHANGE_MEDIA,
  },
  media_unreachable: {
    meaning: 'A media URL could not be fetched, or leads to an address the service does not fetch from.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Make the URL publicly reachable, then send the target with a new key.',
  },
  media_processing_failed: {
    meaning: 'The network could not process a media file.',
    retryable: false,
    mayBeLive: false,
    remedy: CHANGE_MEDIA,
  },
  permission_missing: {
    meaning: 'The account was connected without a permission this needs.',
    retryable: false,
    mayBeLive: false,
    remedy: RECONNECT,
  },
  credential_rejected: {
    meaning: 'The network refused the account’s credential.',
    retryable: false,
    mayBeLive: false,
    remedy: RECONNECT,
  },
  account_restricted: {
    meaning: 'The network has restricted the account.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Resolve the restriction on the network, then send the target with a new key.',
  },
  account_deleted: {
    meaning: 'The account no longer exists, here or on the network.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Connect another account.',
  },
  network_credits_exhausted: {
    meaning: 'The operator’s own allowance at the network is used up.',
    retryable: true,
    mayBeLive: false,
    remedy: 'Ask the operator of the service to renew the allowance, then send the target again with a new key.',
  },
  network_unavailable: {
    meaning: 'The network did not answer or failed before anything could go live.',
    retryable: true,
    mayBeLive: false,
    remedy: SEND_AGAIN,
  },
  space_not_found: {
    meaning: 'The hub has no space with this slug.',
    retryable: false,
    mayBeLive: false,
    remedy: 'Choose a slug that `GET /api/v1/accounts/:id/spaces` lists, then send the target with a new key.',
  },
  schedule_missed: {
    meaning: 'The service could not publish near the scheduled time and did not publish late.',
    retryable: true,
    mayBeLive: false,
    remedy: 'Create a new post with a new key if it is still wanted.',
  },
  internal_error: {
    meaning: 'The service failed unexpectedly before it sent anything that can go live.',
    retryable: true,
    mayBeLive: false,
    remedy: `${SEND_AGAIN} Report the post id if it persists.`,
  },
} as const satisfies Record<string, TargetErrorFacts>;

export type TargetErrorCode = keyof typeof TARGET_ERRORS;

const codes = Object.keys(TARGET_ERRORS) as [TargetErrorCode, ...TargetErrorCode[]];
export const TARGET_ERROR_CODES: readonly [TargetErrorCode, ...TargetErrorCode[]] = codes;
