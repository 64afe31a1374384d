import type { ErrorRow } from './error-row.ts';

const NOT_PERMITTED = {
  code: 'content_rejected',
  message: 'X does not let this account repost this post.',
  remedy:
    'Repost a public post whose author has not blocked this account; if that fails too, connect the account again.',
} as const;

/**
 * Refusals of a repost (X API, repost post, checked 2026-08; numbers are those of API version 1.1, X, response codes). The scopes are checked before
 * the call, so that what stays bare is about the post and its author.
 */
export const REPOST_ERROR_ROWS: readonly ErrorRow[] = [
  {
    // Not a failure: the post is reposted. Said with 400 and words, or 403 and code 327 (marco97pa/Blackpink-Data issue 24).
    name: 'already_reposted',
    on: ['repost'],
    when: [{ text: /already (?:retweeted|reposted)/i }, { codes: [327] }],
    code: 'duplicate_content',
    message: 'X already has this post reposted by this account.',
  },
  {
    // 34 no such page, 63 the author is suspended, 144 no such post.
    name: 'repost_not_found',
    on: ['repost'],
    when: [
      { status: [404, 410] },
      { types: ['resource-not-found', 'resource-unavailable'] },
      { codes: [34, 63, 144] },
      { text: /could not find|no status found/i },
    ],
    code: 'content_rejected',
    message: 'X does not find the post to repost: it was deleted, or this account may not see it.',
    remedy: 'Open the post on x.com as this account.',
  },
  {
    // 136 blocked by the author, 179 not authorized to see it, 328 this post may not be reposted.
    name: 'repost_not_allowed',
    on: ['repost'],
    when: [
      { types: ['not-authorized-for-resource'] },
      { codes: [136, 179, 328] },
      { status: [400, 403], text: /\bblocked\b|\bprotected\b|not authorized to see|not permissible/i },
    ],
    code: 'content_rejected',
    message: 'The author of this post does not let this account repost it.',
    remedy: 'Repost a public post whose author has not blocked this account.',
  },
  {
    // What a blocked account and the reader of a protected author are told; publishing hears the same words for other reasons.
    name: 'repost_not_permitted',
    on: ['repost'],
    when: [{ status: [403], text: /not permitted to perform this action/i }],
    ...NOT_PERMITTED,
  },
];

/** A bare 403 on a repost. */
export const REPOST_FORBIDDEN_ROW: ErrorRow = {
  name: 'repost_forbidden',
  on: ['repost'],
  when: [{ status: [403] }],
  ...NOT_PERMITTED,
};

/** Any other refusal of a repost. */
export const REPOST_REFUSED_ROW: ErrorRow = {
  name: 'repost_refused',
  on: ['repost'],
  code: 'content_rejected',
  message: 'X refused the repost.',
};
