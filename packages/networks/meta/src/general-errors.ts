import { type GraphErrorRow, graphRow, SOON_MS, textRow } from './graph-error-row.ts';

const RECONNECT = 'Reconnect the account.';
const LOG_IN = 'Log in to {network} itself, settle what it asks for, then reconnect the account.';

/** Tokens are checked before the call, so nothing was published. */
const rejectedToken = { code: 'credential_rejected', credential: 'expired', outcome: 'rejected' } as const;
const throttled = {
  code: 'rate_limited',
  retry: 'reset',
  remedy: 'Wait and send fewer posts from this account.',
} as const;
const noPermission = {
  code: 'permission_missing',
  message: 'A permission for this action was not granted.',
  remedy: 'Reconnect the account and grant every permission that is asked for.',
} as const;
const passing = { code: 'network_unavailable', retry: SOON_MS } as const;

/** Refusals of the access token. Source: Meta, Graph API error handling guide, checked 2026-10. */
export const TOKEN_ERRORS: readonly GraphErrorRow[] = [
  graphRow('190/463', { ...rejectedToken, message: 'The access token has expired.', remedy: RECONNECT }),
  graphRow('190/460', { ...rejectedToken, message: 'The password of the account was changed.', remedy: RECONNECT }),
  graphRow('190/467', { ...rejectedToken, message: '{network} invalidated the access token.', remedy: RECONNECT }),
  graphRow('190/458', {
    ...rejectedToken,
    credential: 'revoked',
    message: 'The owner of the account removed this app.',
    remedy: RECONNECT,
  }),
  graphRow('190/459', {
    ...rejectedToken,
    message: '{network} wants the user to confirm their login.',
    remedy: LOG_IN,
  }),
  graphRow('190/464', { ...rejectedToken, message: 'The user is not confirmed at {network}.', remedy: LOG_IN }),
  graphRow('190/492', { ...rejectedToken, message: 'The user lost the role the token rests on.', remedy: RECONNECT }),
  textRow('session_invalidated', /session has been invalidated/, {
    ...rejectedToken,
    message: '{network} invalidated the session.',
    remedy: RECONNECT,
  }),
  textRow('login_required', /You cannot access the app till you log in to/, {
    ...rejectedToken,
    message: '{network} wants the user to log in first.',
    remedy: LOG_IN,
  }),
  textRow('session_malformed', /Session key is malformed/, {
    ...rejectedToken,
    message: '{network} no longer accepts the access token.',
    remedy: RECONNECT,
  }),
];

/** The token and call limits by code. Meta, Graph API error handling guide, checked 2026-10. */
export const LIMIT_ERRORS: readonly GraphErrorRow[] = [
  graphRow('190', {
    ...rejectedToken,
    message: '{network} no longer accepts the access token.',
    remedy: RECONNECT,
  }),
  graphRow('102', { ...rejectedToken, message: 'The session behind the access token has ended.', remedy: RECONNECT }),
  graphRow('4', { ...throttled, message: 'The call limit of the app at {network} is reached.' }),
  graphRow('17', { ...throttled, message: 'The call limit of this account at {network} is reached.' }),
  graphRow('32', { ...throttled, message: 'The call limit of the page at {network} is reached.' }),
  graphRow('613', { ...throttled, message: 'A rate limit at {network} is reached.' }),
  graphRow('80001', { ...throttled, message: 'The call limit of the page at {network} is reached.' }),
  graphRow('80002', { ...throttled, message: 'The call limit of this account at {network} is reached.' }),
  graphRow('341', { ...throttled, message: 'A limit of the app at {network} is reached.' }),
];

/** HTTP 429 is a call limit, unless the code names the token or another limit. */
export const STATUS_429_ERRORS: readonly GraphErrorRow[] = [
  ...LIMIT_ERRORS.map((row) => ({ ...row, when: row.when?.map((match) => ({ ...match, status: [429] })) ?? [] })),
  {
    name: 'throttled',
    when: [{ status: [429] }],
    code: 'rate_limited',
    retry: 'reset',
    message: '{network} throttles this account.',
  },
];

/** Subcodes of other calls. */
export const GENERAL_SUBCODE_ERRORS: readonly GraphErrorRow[] = [
  // Also seen as a passing glitch on ids that exist; never a reason to touch the account
  // (gitroomhq/postiz-app#1562).
  graphRow('100/33', { ...passing, message: '{network} does not find the object yet.' }),
  graphRow('100/2108006', {
    source: 'airbytehq/airbyte issue 1814, keboola/ex-facebook-graph-api issue 35, 2026-11',
    code: 'content_rejected',
    counts: 'none',
    message: 'The post is older than the change to a professional account, and {network} has no counts of it.',
  }),
];

/** Words of the error's message that decide where no subcode does. */
export const TEXT_ERRORS: readonly GraphErrorRow[] = [
  textRow('not_professional', /The user is not an Instagram Business/, {
    code: 'account_restricted',
    message: 'The account is not a professional account.',
    remedy: 'Switch the account to Business or Creator in the Instagram app, then reconnect it.',
  }),
  // Sent under plain code 100.
  textRow('too_many_links', /THREADS_API__LINK_LIMIT_EXCEEDED/, {
    source: 'Meta, Threads changelog, 2025-12-22',
    code: 'content_rejected',
    message: 'The text holds more than 5 links.',
    remedy: 'Use at most 5 links.',
  }),
  // Arrives with HTTP 500 and type THApiException.
  textRow('text_too_long', /Param text must be at most 500 characters long/, {
    code: 'content_rejected',
    message: 'The text is longer than 500 characters.',
    remedy: 'Shorten it.',
  }),
  // Code 10 as well, where reconnecting would not help.
  textRow('label_refused', /Creator is not eligible for branded content/, {
    source: 'Meta, Instagram content publishing, 2026-11',
    code: 'content_rejected',
    message: '{network} does not let this account label a post as a paid partnership.',
    remedy: 'Turn on the tools for branded content in the {network} app, or leave paidPartnership out.',
  }),
  // Comes under code 10, which means a missing permission everywhere else. Documented for metrics
  // of a story below 5.
  textRow('too_few_viewers', /Not enough viewers for the media to show insights/, {
    source: 'Meta, Instagram media insights reference, 2026-11',
    code: 'content_rejected',
    counts: 'none',
    message: '{network} has too few viewers of this post to count them.',
  }),
  // One metric that does not apply fails the whole call; two wordings were seen.
  textRow('metric_not_supported', /metric for this media product type|is not supported for this media type/, {
    source: 'airbytehq/airbyte issue 72266, exileum/meta-mcp issue 120, 2026-11',
    code: 'content_rejected',
    counts: 'fewer',
    message: '{network} does not count this for this kind of post.',
  }),
];

/** Codes that decide alone. Source: Meta, Graph API error handling guide, checked 2026-10. */
export const GENERAL_CODE_ERRORS: readonly GraphErrorRow[] = [
  graphRow('10', noPermission),
  graphRow('200-299', noPermission),
  graphRow('3', {
    code: 'permission_missing',
    operator: true,
    message: 'The app of this installation does not have the capability for this call.',
    remedy: 'The operator must add the product or get Advanced Access for it in the Meta App Dashboard.',
  }),
  graphRow('100', { code: 'content_rejected', message: '{network} refused a value of the post.' }),
  graphRow('1', { ...passing, message: '{network} reported an unknown error of its own.' }),
  graphRow('2', { ...passing, message: '{network} is down for the moment.' }),
  graphRow('368', {
    code: 'account_restricted',
    message: '{network} blocks this action for a while for policy reasons.',
    remedy: 'Wait until the block ends; the owner can see it in the {network} app.',
  }),
  graphRow('506', {
    code: 'duplicate_content',
    message: '{network} refused a duplicate post.',
    remedy: 'Change the text.',
  }),
];
