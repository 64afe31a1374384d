import type { MicropubErrorRow } from './purpose.ts';

const SPEC = 'W3C Micropub, section 3.8, checked 2026-11';
const RECONNECT = 'Create a new token on the hub and connect the account again.';

const KEY_REFUSED = {
  code: 'credential_rejected',
  message: 'The hub no longer accepts the key of this account.',
  remedy: RECONNECT,
  credential: 'revoked',
  // Whoever has no valid token gets no further.
  outcome: 'rejected',
} as const;

/** Everything that Micropub servers are known to answer when they refuse a call. */
export const ERROR_ROWS: readonly MicropubErrorRow[] = [
  // --- the key ---
  {
    name: 'login_redirect',
    when: [{ codes: ['login_redirect'] }],
    source: 'Indiekit 1.0.0-beta.29, 2026-11',
    ...KEY_REFUSED,
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
  {
    // A firewall, a proxy that wants a password of its own. It says nothing about the account.
    name: 'refused_in_between',
    when: [{ status: [401, 403, 407] }],
    source: 'RFC 9110, section 15.5',
    code: 'network_unavailable',
    message: 'Something in front of the hub refused the call.',
    remedy: 'Allow this service to call the Micropub endpoint of the hub.',
  },

  // --- limits and faults ---
  {
    name: 'rate_limited',
    when: [{ status: [429] }],
    source: 'RFC 6585, section 4; Indiekit 1.0.0-beta.29, 2026-11: 250 calls in 15 minutes',
    code: 'rate_limited',
    message: 'The hub is receiving too many calls.',
    retry: 'reset',
  },
  {
    name: 'unknown_query',
    on: ['read'],
    when: [{ status: [501] }],
    source: 'Indiekit 1.0.0-beta.29, 2026-11',
    code: 'content_rejected',
    message: 'The hub does not know the query.',
  },
  {
    name: 'server_fault',
    when: [{ family: 5 }, { status: [408, 425] }],
    source: 'RFC 9110, section 15.6',
    code: 'network_unavailable',
    message: 'The hub had a fault of its own.',
    retry: 1_000,
  },
  {
    name: 'redirect_at_connect',
    on: ['connect'],
    when: [{ family: 3 }],
    source: 'RFC 9110, section 15.4',
    code: 'content_rejected',
    message: 'The address answers with a redirect, which is never followed.',
  },
  {
    name: 'redirect',
    when: [{ family: 3 }],
    source: 'RFC 9110, section 15.4',
    code: 'network_unavailable',
    message: 'The hub answered with a redirect, which is never followed.',
    remedy: 'If the hub has moved, connect the account again under its new address.',
  },

  // --- the content ---
  {
    name: 'upload_too_large',
    on: ['media'],
    when: [{ status: [413] }],
    source: 'RFC 9110, section 15.5.14',
    code: 'media_rejected',
    message: 'The image is larger than the hub takes.',
    remedy: 'Use a smaller image, or raise the limit for uploads on the hub.',
  },
  {
    name: 'upload_refused',
    on: ['media'],
    source: SPEC,
    code: 'media_rejected',
    message: 'The hub does not take the image.',
    remedy: 'Use a JPEG, PNG, GIF or WebP image that the hub allows.',
  },
  { name: 'refused', source: SPEC, code: 'content_rejected', message: 'The hub refused the call.' },
];
