import { HUB_ERRORS, type HubErrorRow } from '@fanfare/hub';

const MODULE = 'humhub/rest 0.11.5, components/BaseContentController.php, checked 2026-11';

/** Everything that HumHub is known to answer when it refuses a call. */
export const ERROR_ROWS: readonly HubErrorRow[] = [
  HUB_ERRORS.serverFault,
  HUB_ERRORS.rateLimited,
  HUB_ERRORS.redirect,
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
  HUB_ERRORS.refusedInBetween,
  { ...HUB_ERRORS.uploadRefused, source: MODULE, remedy: 'Use an image of a type and size that the hub allows.' },
  { ...HUB_ERRORS.refused, source: MODULE },
];
