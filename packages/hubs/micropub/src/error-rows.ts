import { HUB_ERRORS, type HubErrorRow, keyRefused } from '@fanfare/hub';

const SPEC = 'W3C Micropub, section 3.8, checked 2026-11';
/** A name for a 4xx with a page: Micropub servers answer with JSON. */
export const FOREIGN_PAGE = 'foreign_page';
const KEY_REFUSED = {
  ...keyRefused('Create a new token on the hub and connect the account again.'),
  // A caller without a valid token gets no further.
  outcome: 'rejected',
} as const;

/** Everything that Micropub servers are known to answer when they refuse a call. */
export const ERROR_ROWS: readonly HubErrorRow[] = [
  // --- the key ---
  {
    name: 'login_redirect',
    when: [{ codes: ['login_redirect'] }],
    source: 'Indiekit 1.0.0-beta.29, 2026-11',
    ...KEY_REFUSED,
  },
  {
    name: 'delete_scope_missing',
    on: ['delete'],
    when: [{ codes: ['insufficient_scope'] }],
    source: SPEC,
    code: 'permission_missing',
    message: 'The key of this account does not have the scope "delete".',
    remedy: 'Create a token with the scopes "create", "delete" and "media" on the hub and connect the account again.',
  },
  {
    name: 'scope_missing',
    when: [{ codes: ['insufficient_scope'] }],
    source: SPEC,
    code: 'permission_missing',
    message: 'The key of this account does not have the scope for this.',
    remedy: 'Create a token with the scopes "create" and "media" on the hub and connect the account again.',
  },
  {
    name: 'key_refused',
    when: [{ status: [401, 403], own: true }],
    source: SPEC,
    ...KEY_REFUSED,
  },
  {
    // Nothing is stored yet: whoever connects learns that this key does not work at this address.
    name: 'key_refused_at_connect',
    on: ['connect'],
    when: [{ status: [401, 403] }],
    source: 'RFC 9110, section 15.5',
    ...KEY_REFUSED,
  },
  HUB_ERRORS.refusedInBetween,

  // --- limits and faults ---
  {
    ...HUB_ERRORS.rateLimited,
    source: 'RFC 6585, section 4; Indiekit 1.0.0-beta.29, 2026-11: 250 calls in 15 minutes',
  },
  {
    name: 'unknown_query',
    on: ['read'],
    when: [{ status: [501] }],
    source: 'Indiekit 1.0.0-beta.29, 2026-11',
    code: 'content_rejected',
    message: 'The hub does not know the query.',
  },
  HUB_ERRORS.serverFault,
  {
    name: 'redirect_at_connect',
    on: ['connect'],
    when: [{ family: 3 }],
    source: 'RFC 9110, section 15.4',
    code: 'content_rejected',
    message: 'The address answers with a redirect, which is never followed.',
  },
  HUB_ERRORS.redirect,
  {
    // A missing page says nothing of the account or the post.
    ...HUB_ERRORS.refusedInBetween,
    name: 'page_in_between',
    on: ['draft', 'media', 'publish', 'delete'],
    when: [{ codes: [FOREIGN_PAGE] }],
    source: SPEC,
  },

  // --- the content ---
  {
    // Not a failure: the post is not there any more.
    name: 'post_gone',
    on: ['delete'],
    when: [{ codes: ['not_found', 'gone'] }],
    source: 'Indiekit 1.0.0-beta.29, 2026-11',
    code: 'content_rejected',
    message: 'The post is no longer on the hub.',
  },
  HUB_ERRORS.uploadTooLarge,
  { ...HUB_ERRORS.uploadRefused, source: SPEC },
  { ...HUB_ERRORS.refused, source: SPEC },
];
