import type { HumhubErrorRow } from './purpose.ts';

const MODULE = 'humhub/rest 0.11.5, components/BaseContentController.php, checked 2026-11';

/** Everything that HumHub is known to answer when it refuses a call. */
export const ERROR_ROWS: readonly HumhubErrorRow[] = [
  {
    name: 'server_fault',
    when: [{ family: 5 }, { status: [408, 425] }],
    source: 'RFC 9110, section 15.6',
    code: 'network_unavailable',
    message: 'The hub had a fault of its own.',
    retry: 1_000,
  },
  {
    name: 'rate_limited',
    when: [{ status: [429] }],
    source: 'RFC 6585, section 4',
    code: 'rate_limited',
    message: 'The hub is receiving too many calls.',
    retry: 'reset',
  },
  {
    name: 'redirect',
    when: [{ family: 3 }],
    source: 'RFC 9110, section 15.4',
    code: 'network_unavailable',
    message: 'The hub answered with a redirect, which is never followed.',
    remedy: 'If the hub has moved, connect the account again under its new address.',
  },
  {
    name: 'key_refused',
    when: [{ status: [401], own: true }],
    source: 'humhub/rest issue 8, checked 2026-11',
    code: 'credential_rejected',
    message: 'The hub no longer accepts the key of this account: it was replaced, or its expiry date has passed.',
    remedy: 'Have an administrator make a new token with a date far in the future, and connect the account again.',
    credential: 'revoked',
    outcome: 'rejected',
  },
  {
    name: 'forbidden',
    when: [{ status: [403], own: true }],
    source: MODULE,
    code: 'permission_missing',
    message: 'The user of this account may not do this on the hub.',
    remedy: 'Give the user the right to post in this space.',
  },
  {
    name: 'refused_in_between',
    when: [{ status: [401, 403, 407] }],
    source: 'RFC 9110, section 15.5',
    code: 'network_unavailable',
    message: 'Something in front of the hub refused the call.',
    remedy: 'Allow this service to call the REST API of the hub.',
  },
  {
    name: 'upload_refused',
    on: ['media'],
    source: MODULE,
    code: 'media_rejected',
    message: 'The hub does not take the image.',
    remedy: 'Use an image of a type and size that the hub allows.',
  },
  { name: 'refused', source: MODULE, code: 'content_rejected', message: 'The hub refused the call.' },
];
