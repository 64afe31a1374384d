import { httpErrorRows } from '@fanfare/network';
import {
  DELETE_ERROR_ROWS,
  DELETE_REFUSED_ROW,
  METRICS_ERROR_ROWS,
  REPOST_ERROR_ROWS,
  REPOST_FORBIDDEN_ROW,
  REPOST_REFUSED_ROW,
} from './engagement-error-rows.ts';
import { FILE_ERROR_ROWS, UPLOAD_ERROR_ROWS } from './media-error-rows.ts';
import { OAUTH_ERROR_ROWS } from './oauth-error-rows.ts';
import type { XErrorRow } from './purpose.ts';

const HTTP = httpErrorRows('X');
const RECONNECT = 'Connect the account again and grant every permission X lists.';

/**
 * Everything X is known to answer when it refuses a call. X API, response codes and errors, and its
 * OpenAPI description 2.167 (checked 2026-08). Server faults come first: what such a body says
 * proves nothing.
 */
export const ERROR_ROWS: readonly XErrorRow[] = [
  ...OAUTH_ERROR_ROWS,

  // --- no decision was made ---
  HTTP.serverFault,
  HTTP.redirect,
  HTTP.notProcessed,

  // --- the operator's app ---
  {
    name: 'usage_capped',
    when: [{ codes: ['usage-capped'] }],
    source: 'X, OpenAPI description 2.167, 2026-08',
    code: 'rate_limited',
    message: 'The X app of this installation has used up its usage cap for the period.',
    remedy: 'Operator: raise the cap in the X developer console, or wait for the next period.',
    operator: true,
  },
  {
    // `CreditsDepleted` (…/problems/credits) and `Payment Required` (…/problems/credits-depleted)
    // were both seen.
    name: 'credits_exhausted',
    when: [{ status: [402] }, { codes: ['credits', 'credits-depleted'] }],
    source: 'X, pricing, and its OpenAPI description 2.167, 2026-08',
    code: 'network_credits_exhausted',
    message: 'The X app of this installation has no credits left.',
    remedy: 'Operator: buy credits in the X developer console.',
    operator: true,
  },
  ...METRICS_ERROR_ROWS,
  {
    name: 'client_forbidden',
    when: [{ codes: ['client-forbidden'] }, { text: /client-not-enrolled|official-client-forbidden/ }],
    code: 'permission_missing',
    message: 'The X app of this installation is not enrolled for this call.',
    remedy: 'Operator: attach the app to a project with an active plan in the X developer console.',
    operator: true,
  },
  {
    name: 'app_permissions',
    when: [{ codes: ['oauth1-permissions'] }],
    code: 'permission_missing',
    message: 'The X app of this installation may not write.',
    remedy: 'Operator: set the app permissions to "Read and write", then connect the account again.',
    operator: true,
  },
  {
    name: 'wrong_token_kind',
    when: [{ codes: ['unsupported-authentication'] }],
    code: 'internal_error',
    message: 'X was called with a kind of token this call does not take.',
  },
  {
    // Code 88 without status 429 is how API version 1.1 said it.
    name: 'rate_limited',
    when: [{ status: [429] }, { codes: ['rate-limit-exceeded', '88'] }],
    code: 'rate_limited',
    message: 'X is receiving too many calls for this account or app.',
    retry: 'reset',
  },

  // --- the account ---
  {
    name: 'token_rejected',
    when: [{ status: [401], own: true }],
    code: 'credential_rejected',
    message: 'X does not accept the authorization of this account.',
    remedy: 'Connect the account again.',
    credential: 'expired',
  },
  HTTP.refusedInBetween,
  ...REPOST_ERROR_ROWS,
  ...DELETE_ERROR_ROWS,
  {
    name: 'account_suspended',
    when: [
      { codes: ['63', '64', 'user-suspended'] },
      { status: [403], text: /user-suspended|\b(?:account|user) (?:is|has been) (?:\w+ )?suspended\b/i },
    ],
    code: 'account_restricted',
    message: 'X has suspended this account.',
    remedy: 'The owner must settle the suspension on x.com.',
  },
  {
    name: 'account_locked',
    when: [{ codes: ['326'] }],
    code: 'account_restricted',
    message: 'X has locked this account for the time being.',
    remedy: 'The owner must sign in on x.com and unlock the account.',
  },

  // --- the content ---
  {
    // X gives words only, and no id of the other post.
    name: 'duplicate',
    when: [{ status: [403], text: /duplicate content/i }, { codes: ['187'] }],
    source: 'akrherz/iembot issue 163, PLhery/node-twitter-api-v2 issue 469, 2026-08',
    code: 'duplicate_content',
    message: 'X already has a post of this account with the same text.',
    remedy: 'Change the text.',
  },
  ...FILE_ERROR_ROWS,
  {
    name: 'url_invalid',
    when: [{ text: /contains an invalid url/i }],
    code: 'content_rejected',
    message: 'X does not accept an address in the text.',
    remedy: 'Check the addresses in the text.',
  },
  {
    // Self-serve apps may use one cashtag in a post.
    name: 'too_many_cashtags',
    when: [{ text: /cashtag/i }],
    source: 'X, manage posts, 2026-08',
    code: 'content_rejected',
    message: 'X takes at most one cashtag in a post.',
    remedy: 'Leave one cashtag in the text.',
  },
  {
    name: 'reply_not_allowed',
    when: [{ text: /reply to this conversation is not allowed/i }],
    code: 'content_rejected',
    message: 'X does not allow this account to reply there.',
  },
  {
    name: 'resource_disallowed',
    when: [{ codes: ['disallowed-resource'] }],
    code: 'content_rejected',
    message: 'X refuses what this post contains or refers to.',
  },
  {
    // A fault of this program, not of the post.
    name: 'request_malformed',
    when: [{ text: /only provide one of|content-type of application\/json|not valid json|must be a json object/i }],
    source: 'sferik/x-ruby issues 62 and 71, trypostit/trypost pull request 202, 2026-08',
    code: 'internal_error',
    message: 'X could not read the request.',
  },

  // --- permissions ---
  {
    // Said for a missing write permission, a restricted account and an over-long text alike.
    name: 'not_permitted',
    when: [{ text: /not permitted to perform this action/i }],
    code: 'permission_missing',
    message: 'X does not permit this account to do this.',
    remedy: 'Check on x.com that the account is not restricted, then connect it again and grant every permission.',
  },
  {
    name: 'not_authorized',
    when: [{ codes: ['not-authorized-for-resource', 'not-authorized-for-field', 'field-unauthorized'] }],
    code: 'permission_missing',
    message: 'X does not allow this account to do this.',
    remedy: RECONNECT,
  },
  ...UPLOAD_ERROR_ROWS,
  REPOST_FORBIDDEN_ROW,
  {
    name: 'forbidden',
    when: [{ status: [403] }],
    code: 'permission_missing',
    message: 'X refused the call without saying why.',
    remedy: RECONNECT,
  },

  // --- the rest ---
  {
    name: 'internal_fault',
    when: [{ codes: ['internal-error', 'field-hydration-failure'] }],
    code: 'network_unavailable',
    message: 'X had a fault of its own.',
    retry: 1_000,
  },
  {
    name: 'read_refused',
    on: ['read', 'metrics'],
    code: 'internal_error',
    message: 'X refused to let this account be read.',
  },
  REPOST_REFUSED_ROW,
  DELETE_REFUSED_ROW,
  {
    name: 'not_found',
    when: [{ status: [404, 410] }, { codes: ['resource-not-found', 'resource-unavailable'] }],
    code: 'content_rejected',
    message: 'X does not find what the post refers to.',
  },
  {
    name: 'conflict',
    when: [{ status: [409] }, { codes: ['conflict'] }],
    code: 'content_rejected',
    message: 'X says the post conflicts with another one.',
  },
  { name: 'refused', code: 'content_rejected', message: 'X refused the post.' },
];
