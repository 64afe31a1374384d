import type { TargetErrorCode } from '@fanfare/contract';

/** Which kind of call an answer belongs to: making a status, uploading for it, reposting, reading counts, other reads, or the token endpoint. */
export type CallKind = 'status' | 'media' | 'repost' | 'metrics' | 'read' | 'token';

/** One row of the error table. Rows are tried in order; the first that fits decides. Every part that is present must hold. */
export type ErrorRow = {
  /** Stable name, used in tests and in mastodon.md. */
  readonly name: string;
  /** Absent: every kind of call. */
  readonly on?: readonly CallKind[];
  readonly status?: readonly number[];
  /** First digit of the HTTP status. */
  readonly family?: 3 | 5;
  /** Found in `error` or `error_description`. Servers translate some sentences, so that a row below catches what no text does. */
  readonly text?: RegExp;
  readonly code: TargetErrorCode;
  readonly message: string;
  readonly remedy?: string;
  readonly credential?: 'expired' | 'revoked';
  /** Only the operator of the installation can mend it. */
  readonly operator?: true;
  /** The same call may be tried again, where trying again is safe: after this long, or when the rate limit resets. */
  readonly retry?: number | 'reset';
};

const RECONNECT = 'Connect the account again and allow everything that is asked for.';

/**
 * Everything a Mastodon server is known to answer when it refuses a call (Mastodon, Error entity and the methods' own pages, and
 * mastodon/mastodon app/controllers/api/base_controller.rb, app/services/post_status_service.rb; checked 2026-11).
 */
export const ERROR_ROWS: readonly ErrorRow[] = [
  // --- no decision was made ---
  {
    // Said with 500 where other servers say 422: the file, not the server, is at fault.
    name: 'thumbnail_failed',
    on: ['media'],
    status: [500],
    text: /processing thumbnail/i,
    code: 'media_processing_failed',
    message: 'Mastodon could not process the file.',
    remedy: 'Convert the file to a plain JPEG, PNG or MP4 and send the target again.',
  },
  {
    // No `retry`: the code may be spent although the answer was a fault.
    name: 'token_unavailable',
    on: ['token'],
    family: 5,
    code: 'network_unavailable',
    message: 'Mastodon could not answer the token request.',
  },
  {
    name: 'server_fault',
    family: 5,
    code: 'network_unavailable',
    message: 'The Mastodon server had a fault of its own.',
    retry: 1_000,
  },
  {
    name: 'timeout',
    status: [408],
    code: 'network_unavailable',
    message: 'The Mastodon server gave up waiting for the request.',
    retry: 1_000,
  },
  {
    name: 'redirect',
    family: 3,
    code: 'network_unavailable',
    message: 'The Mastodon server answered with a redirect, which is never followed.',
    remedy: 'Operator: MASTODON_URL must be the address the server itself uses.',
    operator: true,
  },
  {
    name: 'rate_limited',
    status: [429],
    code: 'rate_limited',
    message: 'The Mastodon server is receiving too many calls for this account.',
    retry: 'reset',
  },

  // --- the token endpoint ---
  {
    name: 'token_client_refused',
    on: ['token'],
    text: /invalid_client|unauthorized_client/,
    code: 'internal_error',
    message: 'Mastodon refused the app credentials of this installation.',
    remedy: 'Operator: check MASTODON_CLIENT_ID and MASTODON_CLIENT_SECRET, or register the app anew.',
    operator: true,
  },
  {
    name: 'token_scope_refused',
    on: ['token'],
    text: /invalid_scope/,
    code: 'internal_error',
    message: 'Mastodon does not know a scope this installation asks for.',
    remedy: 'Operator: register the app anew with the scopes of the README.',
    operator: true,
  },
  {
    name: 'token_grant_refused',
    on: ['token'],
    text: /invalid_grant/,
    code: 'credential_rejected',
    message: 'Mastodon did not accept the code of the connect flow.',
    remedy: 'Start connecting again.',
  },
  {
    name: 'token_refused',
    on: ['token'],
    code: 'internal_error',
    message: 'Mastodon refused a token request for a reason this version does not know.',
    operator: true,
  },

  // --- the account ---
  {
    name: 'token_revoked',
    status: [401],
    text: /revoked/i,
    code: 'credential_rejected',
    message: 'The owner took this app’s access to the account away.',
    remedy: 'Connect the account again.',
    credential: 'revoked',
  },
  {
    // Every error of Mastodon has an `error` that says something; a page or a gateway's own JSON has none.
    name: 'token_rejected',
    status: [401],
    text: /\S/,
    code: 'credential_rejected',
    message: 'Mastodon does not accept the authorization of this account.',
    remedy: 'Connect the account again.',
    credential: 'expired',
  },
  {
    // A proxy that wants a password of its own, or a page of a gateway: it says nothing about the account.
    name: 'refused_in_between',
    status: [401],
    code: 'network_unavailable',
    message: 'Something between this service and Mastodon refused the call.',
    remedy: 'Operator: check the proxy and MASTODON_URL.',
    operator: true,
    retry: 1_000,
  },
  {
    name: 'token_without_user',
    status: [422],
    text: /requires an authenticated user/i,
    code: 'credential_rejected',
    message: 'The authorization of this account belongs to nobody any more.',
    remedy: 'Connect the account again.',
    credential: 'expired',
  },
  {
    name: 'scope_missing',
    status: [403],
    text: /outside the authorized scopes/i,
    code: 'permission_missing',
    message: 'The account was connected without a permission this needs.',
    remedy: RECONNECT,
  },
  {
    name: 'login_disabled',
    status: [403],
    text: /login is currently disabled|suspended/i,
    code: 'account_restricted',
    message: 'A moderator of the Mastodon server has disabled this account.',
    remedy: 'The owner must settle it with the moderators of the server.',
  },
  {
    name: 'login_incomplete',
    status: [403],
    text: /missing a confirmed e-mail|pending approval/i,
    code: 'account_restricted',
    message: 'The account is not ready: its e-mail address is not confirmed, or the server has not approved it yet.',
    remedy: 'The owner must finish the sign-up on the server.',
  },

  // --- reposts and counts ---
  {
    name: 'repost_not_found',
    on: ['repost'],
    status: [404, 410],
    code: 'content_rejected',
    message: 'Mastodon does not find the post to repost: it was deleted, or this account may not see it.',
    remedy: 'Open the post on the Mastodon server as this account.',
  },
  {
    name: 'repost_not_allowed',
    on: ['repost'],
    status: [403, 422],
    code: 'content_rejected',
    message: 'Mastodon does not let this account repost this post.',
    remedy: 'Repost a public post whose author has not blocked this account.',
  },
  {
    name: 'metrics_post_gone',
    on: ['metrics'],
    status: [404, 410],
    code: 'content_rejected',
    message: 'Mastodon no longer has this post, or does not show it to this account.',
    remedy: 'Nothing can be read of a deleted post.',
  },
  {
    name: 'not_allowed',
    status: [403],
    code: 'permission_missing',
    message: 'Mastodon does not permit this account to do this.',
    remedy: RECONNECT,
  },

  // --- media ---
  {
    name: 'media_too_large',
    on: ['media'],
    status: [413],
    code: 'media_rejected',
    message: 'The file is larger than the Mastodon server takes.',
    remedy: 'Use a smaller file.',
  },
  {
    name: 'media_lost',
    on: ['media'],
    status: [404, 410],
    code: 'media_processing_failed',
    message: 'The Mastodon server has lost an uploaded file.',
    remedy: 'Send the target again with a new idempotency key.',
  },
  {
    // Wrong type, damaged file, dimensions beyond the server's: always 422, told apart by words that may be translated.
    name: 'media_refused',
    on: ['media'],
    status: [400, 422],
    code: 'media_rejected',
    message: 'Mastodon does not take the file.',
    remedy: 'Use a JPEG, PNG, GIF or WebP image of at most 16 MB, or an MP4 video of at most 99 MB.',
  },

  // --- the status ---
  {
    name: 'media_not_ready',
    on: ['status'],
    status: [422],
    text: /not finished processing/i,
    code: 'media_processing_failed',
    message: 'Mastodon had not finished processing the media. Nothing was published.',
    retry: 5_000,
  },
  {
    name: 'media_combination',
    on: ['status'],
    status: [422],
    text: /attach|\bmedia\b/i,
    code: 'media_rejected',
    message: 'Mastodon does not take these media in one post.',
    remedy: 'Use at most 4 images, or one video alone.',
  },
  {
    name: 'text_too_long',
    on: ['status'],
    status: [422],
    text: /character limit/i,
    code: 'content_rejected',
    message: 'The text is longer than the Mastodon server takes.',
    remedy: 'Shorten the text. Operator: set MASTODON_MAX_CHARACTERS to what the server allows.',
  },
  {
    name: 'text_blank',
    on: ['status'],
    status: [422],
    text: /can.t be blank/i,
    code: 'content_rejected',
    message: 'Mastodon wants text or media.',
  },
  {
    name: 'reply_lost',
    on: ['status'],
    status: [404, 410],
    code: 'content_rejected',
    message: 'Mastodon does not find the post this one answers.',
  },
  {
    name: 'request_malformed',
    status: [400],
    code: 'internal_error',
    message: 'Mastodon could not read the request.',
  },

  // --- the rest ---
  {
    name: 'read_refused',
    on: ['read', 'metrics'],
    code: 'internal_error',
    message: 'Mastodon refused to let this account be read.',
  },
  { name: 'refused', code: 'content_rejected', message: 'Mastodon refused the post.' },
];
