import type { ErrorRow } from '@fanfare/network';

/** The purpose of a call: user, reading, uploading, making, publishing or deleting a post. */
export type HubPurpose = 'connect' | 'read' | 'media' | 'draft' | 'publish' | 'delete';

export type HubErrorRow = ErrorRow<HubPurpose>;

const UPLOAD = {
  on: ['media'],
  code: 'media_rejected',
} as const;

/**
 * Refusals that mean the same on every kind of hub. Put each row where the order of the table wants
 * it, and overwrite what a hub says in its own words.
 *
 * @example
 * const ERROR_ROWS: readonly HubErrorRow[] = [HUB_ERRORS.serverFault, { ...HUB_ERRORS.refused, source: HANDBOOK }];
 */
export const HUB_ERRORS = {
  rateLimited: {
    name: 'rate_limited',
    when: [{ status: [429] }],
    source: 'RFC 6585, section 4',
    code: 'rate_limited',
    message: 'The hub is receiving too many calls.',
    retry: 'reset',
  },
  serverFault: {
    name: 'server_fault',
    when: [{ family: 5 }, { status: [408, 425] }],
    source: 'RFC 9110, section 15.6',
    code: 'network_unavailable',
    message: 'The hub had a fault of its own.',
    retry: 1_000,
  },
  redirect: {
    name: 'redirect',
    when: [{ family: 3 }],
    source: 'RFC 9110, section 15.4',
    code: 'network_unavailable',
    message: 'The hub answered with a redirect, which is never followed.',
    remedy: 'If the hub has moved, connect the account again under its new address.',
  },
  /** A firewall, a proxy that wants a password of its own. It says nothing about the account. */
  refusedInBetween: {
    name: 'refused_in_between',
    when: [{ status: [401, 403, 407] }],
    source: 'RFC 9110, section 15.5',
    code: 'network_unavailable',
    message: 'Something in front of the hub refused the call.',
    remedy: 'Allow this service to call the API of the hub.',
  },
  uploadTooLarge: {
    ...UPLOAD,
    name: 'upload_too_large',
    when: [{ status: [413] }],
    source: 'RFC 9110, section 15.5.14',
    message: 'The image is larger than the hub takes.',
    remedy: 'Use a smaller image, or raise the limit for uploads on the hub.',
  },
  /** Without a condition: put what is not about the image before it. */
  uploadRefused: {
    ...UPLOAD,
    name: 'upload_refused',
    message: 'The hub does not take the image.',
    remedy: 'Use a JPEG, PNG, GIF or WebP image that the hub allows.',
  },
  /** Anything else: the last row. */
  refused: { name: 'refused', code: 'content_rejected', message: 'The hub refused the call.' },
} as const satisfies Readonly<Record<string, HubErrorRow>>;

/** The hub has ended the key. `remedy` says how to get a new one. */
export const keyRefused = (remedy: string) =>
  ({
    code: 'credential_rejected',
    message: 'The hub no longer accepts the key of this account.',
    remedy,
    credential: 'revoked',
  }) as const satisfies Partial<HubErrorRow>;
