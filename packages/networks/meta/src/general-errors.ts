import type { GraphErrorRow } from './graph-error-row.ts';

export const RECONNECT = 'Reconnect the account.';
export const LOG_IN = 'Log in to {network} itself, settle what it asks for, then reconnect the account.';
const GRANT = 'Reconnect the account and grant every permission that is asked for.';
const SLOW_DOWN = 'Wait and send fewer posts from this account.';

export const rejectedToken = { becomes: 'credential_rejected', credential: 'expired' } as const;
const throttled = { becomes: 'rate_limited', again: 'later', remedy: SLOW_DOWN } as const;
const noPermission = { becomes: 'permission_missing', remedy: GRANT } as const;

/** Codes any Graph call can answer with. Source: Meta, Graph API error handling guide, checked 2026-10. */
export const GENERAL_ERRORS: readonly GraphErrorRow[] = [
  { code: 190, ...rejectedToken, says: '{network} no longer accepts the access token.', remedy: RECONNECT },
  { code: 190, subcode: 463, ...rejectedToken, says: 'The access token has expired.', remedy: RECONNECT },
  { code: 190, subcode: 460, ...rejectedToken, says: 'The password of the account was changed.', remedy: RECONNECT },
  { code: 190, subcode: 467, ...rejectedToken, says: '{network} invalidated the access token.', remedy: RECONNECT },
  {
    code: 190,
    subcode: 458,
    becomes: 'credential_rejected',
    credential: 'revoked',
    says: 'The owner of the account removed this app.',
    remedy: RECONNECT,
  },
  {
    code: 190,
    subcode: 459,
    ...rejectedToken,
    says: '{network} wants the user to confirm their login.',
    remedy: LOG_IN,
  },
  { code: 190, subcode: 464, ...rejectedToken, says: 'The user is not confirmed at {network}.', remedy: LOG_IN },
  { code: 190, subcode: 492, ...rejectedToken, says: 'The user lost the role the token rests on.', remedy: RECONNECT },
  { code: 102, ...rejectedToken, says: 'The session behind the access token has ended.', remedy: RECONNECT },
  { code: 10, ...noPermission, says: 'A permission for this action was not granted.' },
  { code: [200, 299], ...noPermission, says: 'A permission for this action was not granted.' },
  {
    code: 3,
    becomes: 'permission_missing',
    operator: true,
    says: 'The app of this installation does not have the capability for this call.',
    remedy: 'The operator must add the product or get Advanced Access for it in the Meta App Dashboard.',
  },
  { code: 100, becomes: 'content_rejected', says: '{network} refused a value of the post.' },
  // Also seen as a passing glitch on ids that exist; never a reason to touch the account (gitroomhq/postiz-app#1562).
  {
    code: 100,
    subcode: 33,
    becomes: 'network_unavailable',
    again: 'soon',
    says: '{network} does not find the object yet.',
  },
  { code: 1, becomes: 'network_unavailable', again: 'soon', says: '{network} reported an unknown error of its own.' },
  { code: 2, becomes: 'network_unavailable', again: 'soon', says: '{network} is down for the moment.' },
  { code: 4, ...throttled, says: 'The call limit of the app at {network} is reached.' },
  { code: 17, ...throttled, says: 'The call limit of this account at {network} is reached.' },
  { code: 32, ...throttled, says: 'The call limit of the page at {network} is reached.' },
  { code: 613, ...throttled, says: 'A rate limit at {network} is reached.' },
  { code: 80001, ...throttled, says: 'The call limit of the page at {network} is reached.' },
  { code: 80002, ...throttled, says: 'The call limit of this account at {network} is reached.' },
  { code: 341, ...throttled, says: 'A limit of the app at {network} is reached.' },
  {
    code: 368,
    becomes: 'account_restricted',
    says: '{network} blocks this action for a while for policy reasons.',
    remedy: 'Wait until the block ends; the owner can see it in the {network} app.',
  },
  { code: 506, becomes: 'duplicate_content', says: '{network} refused a duplicate post.', remedy: 'Change the text.' },
];
