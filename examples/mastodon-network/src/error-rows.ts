import type { ErrorRow } from '@fanfare/network';

/** The purpose of a call: status, media, repost, counts, other reads, or the token endpoint. */
export type Purpose = 'status' | 'media' | 'repost' | 'metrics' | 'read' | 'token';

export type MastodonErrorRow = ErrorRow<Purpose>;

const RECONNECT = 'Connect the account again and allow everything that is asked for.';

/**
 * Everything a Mastodon server is known to answer when it refuses a call (Mastodon, Error entity
 * and the methods' own pages, and mastodon/mastodon app/controllers/api/base_controller.rb,
 * app/services/post_status_service.rb; checked 2026-11).
 */
export const ERROR_ROWS: readonly MastodonErrorRow[] = [
  // --- no decision was made ---
  {
    // Said with 500 where other servers say 422: the file, not the server, is at fault.
    name: 'thumbnail_failed',
    on: ['media'],
    when: [{ status: [500], text: /processing thumbnail/i }],
    code: 'media_processing_failed',
    message: 'Mastodon could not process the file.',
    remedy: 'Convert the file to a plain JPEG, PNG or MP4 and send the target again.',
  },
  {
    // No `retry`: the code may be spent although the answer was a fault.
    name: 'token_unavailable',
    on: ['token'],
    when: [{ family: 5 }],
    code: 'network_unavailable',
    message: 'Mastodon could not answer the token request.',
  },
  {
    name: 'server_fault',
    when: [{ family: 5 }],
    code: 'network_unavailable',
    message: 'The Mastodon server had a fault of its own.',
    retry: 1_000,
  },
  {
    name: 'timeout',
    when: [{ status: [408] }],
    code: 'network_unavailable',
    message: 'The Mastodon server gave up waiting for the request.',
    retry: 1_000,
  },
  {
    name: 'redirect',
    when: [{ family: 3 }],
    code: 'network_unavailable',
    message: 'The Mastodon server answered with a redirect, which is never followed.',
    remedy: 'Operator: MASTODON_URL must be the address the server itself uses.',
    operator: true,
  },
  {
    name: 'rate_limited',
    when: [{ status: [429] }],
    code: 'rate_limited',
    message: 'The Mastodon server is receiving too many calls for this account.',
    retry: 'reset',
  },

  // --- the token endpoint ---
  {
    name: 'token_client_refused',
    on: ['token'],
    when: [{ text: /invalid_client|unauthorized_client/ }],
    code: 'internal_error',
    message: 'Mastodon refused the app credentials of this installation.',
    remedy: 'Operator: check MASTODON_CLIENT_ID and MASTODON_CLIENT_SECRET, or register the app again.',
    operator: true,
  },
  {
    name: 'token_scope_refused',
    on: ['token'],
    when: [{ text: /invalid_scope/ }],
    code: 'internal_error',
    message: 'Mastodon does not know a scope this installation asks for.',
    remedy: 'Operator: register the app again with the scopes of the README.',
    operator: true,
  },
  {
    name: 'token_grant_refused',
    on: ['token'],
    when: [{ text: /invalid_grant/ }],
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
    when: [{ status: [401], text: /revoked/i }],
    code: 'credential_rejected',
    message: 'The owner took this app’s access to the account away.',
    remedy: 'Connect the account again.',
    credential: 'revoked',
  },
  {
    name: 'token_rejected',
    when: [{ status: [401], own: true }],
    code: 'credential_rejected',
    message: 'Mastodon does not accept the authorization of this account.',
    remedy: 'Connect the account again.',
    credential: 'expired',
  },
  {
    // A proxy that wants a password of its own, or a page of a gateway: it says nothing about the
    // account.
    name: 'refused_in_between',
    when: [{ status: [401] }],
    code: 'network_unavailable',
    message: 'Something between this service and Mastodon refused the call.',
    remedy: 'Operator: check the proxy and MASTODON_URL.',
    operator: true,
    retry: 1_000,
  },
  {
    name: 'token_without_user',
    when: [{ status: [422], text: /requires an authenticated user/i }],
    code: 'credential_rejected',
    message: 'The authorization of this account belongs to nobody any more.',
    remedy: 'Connect the account again.',
    credential: 'expired',
  },
  {
    name: 'scope_missing',
    when: [{ status: [403], text: /outside the authorized scopes/i }],
    code: 'permission_missing',
    message: 'The account was connected without a permission this needs.',
    remedy: RECONNECT,
  },
  {
    name: 'login_disabled',
    when: [{ status: [403], text: /login is currently disabled|suspended/i }],
    code: 'account_restricted',
    message: 'A moderator of the Mastodon server has disabled this account.',
    remedy: 'The owner must settle it with the moderators of the server.',
  },
  {
    name: 'login_incomplete',
    when: [{ status: [403], text: /missing a confirmed e-mail|pending approval/i }],
    code: 'account_restricted',
    message: 'The account is not ready: its e-mail address is not confirmed, or the server has not approved it yet.',
    remedy: 'The owner must finish the sign-up on the server.',
  },

  // --- reposts and counts ---
  {
    name: 'repost_not_found',
    on: ['repost'],
    when: [{ status: [404, 410] }],
    code: 'content_rejected',
    message: 'Mastodon does not find the post to repost: it was deleted, or this account may not see it.',
    remedy: 'Open the post on the Mastodon server as this account.',
  },
  {
    name: 'repost_not_allowed',
    on: ['repost'],
    when: [{ status: [403, 422] }],
    code: 'content_rejected',
    message: 'Mastodon does not let this account repost this post.',
    remedy: 'Repost a public post whose author has not blocked this account.',
  },
  {
    name: 'metrics_post_gone',
    on: ['metrics'],
    when: [{ status: [404, 410] }],
    code: 'content_rejected',
    message: 'Mastodon no longer has this post, or does not show it to this account.',
    remedy: 'Nothing can be read of a deleted post.',
  },
  {
    name: 'not_allowed',
    when: [{ status: [403] }],
    code: 'permission_missing',
    message: 'Mastodon does not permit this account to do this.',
    remedy: RECONNECT,
  },

  // --- media ---
  {
    name: 'media_too_large',
    on: ['media'],
    when: [{ status: [413] }],
    code: 'media_rejected',
    message: 'The file is larger than the Mastodon server takes.',
    remedy: 'Use a smaller file.',
  },
  {
    name: 'media_lost',
    on: ['media'],
    when: [{ status: [404, 410] }],
    code: 'media_processing_failed',
    message: 'The Mastodon server has lost an uploaded file.',
    remedy: 'Send the target again with a new idempotency key.',
  },
  {
    // Wrong type, damaged file, dimensions beyond the server's: always 422 and separated only by
    // words, which may be translated.
    name: 'media_refused',
    on: ['media'],
    when: [{ status: [400, 422] }],
    code: 'media_rejected',
    message: 'Mastodon does not take the file.',
    remedy: 'Use a JPEG, PNG, GIF or WebP image of at most 16 MB, or an MP4 video of at most 99 MB.',
  },

  // --- the status ---
  {
    name: 'media_not_ready',
    on: ['status'],
    when: [{ status: [422], text: /not finished processing/i }],
    code: 'media_processing_failed',
    message: 'Mastodon had not finished processing the media. Nothing was published.',
    retry: 5_000,
  },
  {
    name: 'media_combination',
    on: ['status'],
    when: [{ status: [422], text: /attach|\bmedia\b/i }],
    code: 'media_rejected',
    message: 'Mastodon does not take these media in one post.',
    remedy: 'Use at most 4 images, or one video alone.',
  },
  {
    name: 'text_too_long',
    on: ['status'],
    when: [{ status: [422], text: /character limit/i }],
    code: 'content_rejected',
    message: 'The text is longer than the Mastodon server takes.',
    remedy: 'Shorten the text. Operator: set MASTODON_MAX_CHARACTERS to what the server allows.',
  },
  {
    name: 'text_blank',
    on: ['status'],
    when: [{ status: [422], text: /can.t be blank/i }],
    code: 'content_rejected',
    message: 'Mastodon wants text or media.',
  },
  {
    name: 'reply_lost',
    on: ['status'],
    when: [{ status: [404, 410] }],
    code: 'content_rejected',
    message: 'Mastodon does not find the post this one answers.',
  },
  {
    name: 'request_malformed',
    when: [{ status: [400] }],
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
