import { rowsOn } from '@fanfare/network';
import type { XErrorRow } from './purpose.ts';

const NOT_FOUND = ['resource-not-found', 'resource-unavailable'];
const NOT_PERMITTED = {
  code: 'content_rejected',
  message: 'X does not let this account repost this post.',
  remedy:
    'Repost a public post whose author has not blocked this account; if that fails too, connect the account again.',
} as const;

/** Refusals of counts (X API, post lookup, 2026-08). Numbers are of API version 1.1. */
export const METRICS_ERROR_ROWS: readonly XErrorRow[] = rowsOn(
  ['metrics'],
  [
    {
      // Reading is part of paid access only (X, pricing).
      name: 'metrics_plan_missing',
      when: [{ codes: ['client-forbidden'] }, { text: /client-not-enrolled|official-client-forbidden/ }],
      code: 'permission_missing',
      message: 'The X app of this installation has no plan that may read posts.',
      remedy: 'Operator: attach the app to a project with a paid plan or credits in the X developer console.',
      operator: true,
    },
    {
      name: 'metrics_post_gone',
      when: [{ status: [404, 410] }, { codes: [...NOT_FOUND, '34', '63', '144'] }, { text: /could not find/i }],
      code: 'content_rejected',
      message: 'X no longer has this post: it was deleted.',
      remedy: 'Nothing can be read of a deleted post.',
    },
    {
      name: 'metrics_not_visible',
      when: [{ codes: ['not-authorized-for-resource', '179'] }],
      code: 'content_rejected',
      message: 'X does not show this post to this account.',
      remedy: 'Open the post on x.com as this account.',
    },
  ],
);

/**
 * Refusals of a repost (X API, repost post, checked 2026-08). The scopes are checked before the
 * call, so a bare refusal is about the post and its author.
 */
export const REPOST_ERROR_ROWS: readonly XErrorRow[] = rowsOn(
  ['repost'],
  [
    {
      // Not a failure: the post is reposted. Said with 400 and words, or 403 and code 327.
      name: 'already_reposted',
      when: [{ text: /already (?:retweeted|reposted)/i }, { codes: ['327'] }],
      source: 'X, repost post, 2026-08; marco97pa/Blackpink-Data issue 24',
      code: 'duplicate_content',
      message: 'X already has this post reposted by this account.',
    },
    {
      // 34 no such page, 63 the author is suspended, 144 no such post.
      name: 'repost_not_found',
      when: [
        { status: [404, 410] },
        { codes: [...NOT_FOUND, '34', '63', '144'] },
        { text: /could not find|no status found/i },
      ],
      code: 'content_rejected',
      message: 'X does not find the post to repost: it was deleted, or this account may not see it.',
      remedy: 'Open the post on x.com as this account.',
    },
    {
      // 136 blocked by the author, 179 not authorized to see it, 328 this post may not be reposted.
      name: 'repost_not_allowed',
      when: [
        { codes: ['not-authorized-for-resource', '136', '179', '328'] },
        { status: [400, 403], text: /\bblocked\b|\bprotected\b|not authorized to see|not permissible/i },
      ],
      code: 'content_rejected',
      message: 'The author of this post does not let this account repost it.',
      remedy: 'Repost a public post whose author has not blocked this account.',
    },
    {
      // X answers this to a blocked account and to a reader of a protected author. Publishing gets
      // the same words for other reasons.
      name: 'repost_not_permitted',
      when: [{ status: [403], text: /not permitted to perform this action/i }],
      ...NOT_PERMITTED,
    },
  ],
);

/**
 * Refusals of a deletion (X API, delete post, checked 2026-11). Only an error of X itself says that
 * a post is gone: a page in between may be a 404 as well.
 */
export const DELETE_ERROR_ROWS: readonly XErrorRow[] = rowsOn(
  ['delete'],
  [
    {
      // Not a failure: the post is not there any more.
      name: 'delete_post_gone',
      when: [
        { status: [404, 410], own: true },
        { codes: ['resource-not-found', '34', '144'] },
        { text: /could not find|no status found/i },
      ],
      code: 'content_rejected',
      message: 'X no longer has this post.',
    },
  ],
);

/** Any other refusal of a deletion. */
export const DELETE_REFUSED_ROW: XErrorRow = {
  name: 'delete_refused',
  on: ['delete'],
  code: 'content_rejected',
  message: 'X refused to delete the post.',
};

/** A bare 403 on a repost. */
export const REPOST_FORBIDDEN_ROW: XErrorRow = {
  name: 'repost_forbidden',
  on: ['repost'],
  when: [{ status: [403] }],
  ...NOT_PERMITTED,
};

/** Any other refusal of a repost. */
export const REPOST_REFUSED_ROW: XErrorRow = {
  name: 'repost_refused',
  on: ['repost'],
  code: 'content_rejected',
  message: 'X refused the repost.',
};
