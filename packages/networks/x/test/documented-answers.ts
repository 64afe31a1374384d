import { ERROR_ROWS } from '../src/error-rows.ts';
import type { DocumentedAnswer } from './documented-answer.ts';
import { invalid, problem, typed, versionOneError } from './documented-answer.ts';
import { ENGAGEMENT_ANSWERS } from './documented-engagement-answers.ts';
import { POST_ANSWERS } from './documented-post-answers.ts';
import { TOKEN_ANSWERS } from './documented-token-answers.ts';

/** Sources as in src/error-rows.ts. */
export const DOCUMENTED_ANSWERS: readonly DocumentedAnswer[] = [
  ...TOKEN_ANSWERS,
  ...POST_ANSWERS,
  ...ENGAGEMENT_ANSWERS,

  // --- any call ---
  {
    on: 'post',
    status: 401,
    body: problem(401, 'Unauthorized', 'about:blank', 'Unauthorized'),
    row: 'token_rejected',
    code: 'credential_rejected',
  },
  {
    on: 'media',
    status: 401,
    body: problem(401, 'Unauthorized', 'about:blank', 'Unauthorized'),
    row: 'token_rejected',
    code: 'credential_rejected',
  },
  {
    on: 'post',
    status: 401,
    body: '<html>401 Authorization Required</html>',
    row: 'refused_in_between',
    code: 'network_unavailable',
  },
  {
    on: 'post',
    status: 402,
    body: problem(402, 'No credits.', 'https://api.twitter.com/2/problems/credits', 'CreditsDepleted'),
    row: 'credits_exhausted',
    code: 'network_credits_exhausted',
  },
  {
    on: 'post',
    status: 402,
    body: problem(402, 'credits depleted', 'https://api.x.com/2/problems/credits-depleted', 'Payment Required'),
    row: 'credits_exhausted',
    code: 'network_credits_exhausted',
  },
  { on: 'post', status: 402, body: undefined, row: 'credits_exhausted', code: 'network_credits_exhausted' },
  {
    on: 'post',
    status: 429,
    body: problem(429, 'Too Many Requests', 'about:blank', 'Too Many Requests'),
    row: 'rate_limited',
    code: 'rate_limited',
  },
  {
    on: 'post',
    status: 429,
    body: typed('rate-limit-exceeded', 'api.x.com'),
    row: 'rate_limited',
    code: 'rate_limited',
  },
  {
    on: 'post',
    status: 400,
    body: versionOneError(88, 'Rate limit exceeded'),
    row: 'rate_limited',
    code: 'rate_limited',
  },
  {
    on: 'post',
    status: 429,
    body: { ...typed('usage-capped'), period: 'Monthly', scope: 'Product' },
    row: 'usage_capped',
    code: 'rate_limited',
  },
  {
    on: 'post',
    status: 403,
    body: { ...typed('client-forbidden'), reason: 'client-not-enrolled' },
    row: 'client_forbidden',
    code: 'permission_missing',
  },
  {
    on: 'post',
    status: 403,
    body: { ...problem(403, 'No.'), reason: 'official-client-forbidden' },
    row: 'client_forbidden',
    code: 'permission_missing',
  },
  {
    on: 'post',
    status: 403,
    body: typed('unsupported-authentication'),
    row: 'wrong_token_kind',
    code: 'internal_error',
  },
  { on: 'post', status: 403, body: typed('oauth1-permissions'), row: 'app_permissions', code: 'permission_missing' },
  {
    on: 'post',
    status: 403,
    body: versionOneError(64, 'Your account is suspended and is not permitted to access this feature.'),
    row: 'account_suspended',
    code: 'account_restricted',
  },
  { on: 'post', status: 403, body: typed('user-suspended'), row: 'account_suspended', code: 'account_restricted' },
  {
    on: 'media',
    status: 403,
    body: problem(403, 'Your account is temporarily suspended.'),
    row: 'account_suspended',
    code: 'account_restricted',
  },
  {
    on: 'post',
    status: 403,
    body: versionOneError(326, 'To protect our users from spam, this account is temporarily locked.'),
    row: 'account_locked',
    code: 'account_restricted',
  },
  {
    on: 'post',
    status: 403,
    body: typed('not-authorized-for-resource'),
    row: 'not_authorized',
    code: 'permission_missing',
  },
  {
    on: 'read',
    status: 403,
    body: typed('not-authorized-for-field'),
    row: 'not_authorized',
    code: 'permission_missing',
  },
  { on: 'post', status: 500, body: typed('internal-error'), row: 'server_fault', code: 'network_unavailable' },
  { on: 'post', status: 502, body: undefined, row: 'server_fault', code: 'network_unavailable' },
  {
    on: 'post',
    status: 503,
    body: problem(503, 'Service Unavailable', 'about:blank', 'Service Unavailable'),
    row: 'server_fault',
    code: 'network_unavailable',
  },
  { on: 'media', status: 504, body: undefined, row: 'server_fault', code: 'network_unavailable' },
  { on: 'post', status: 408, body: undefined, row: 'server_fault', code: 'network_unavailable' },
  { on: 'post', status: 301, body: undefined, row: 'redirect', code: 'network_unavailable' },
  { on: 'post', status: 421, body: undefined, row: 'not_processed', code: 'network_unavailable' },
  { on: 'post', status: 425, body: undefined, row: 'not_processed', code: 'network_unavailable' },
  { on: 'post', status: 400, body: typed('internal-error'), row: 'internal_fault', code: 'network_unavailable' },

  // --- uploads ---
  {
    on: 'media',
    status: 403,
    body: problem(403, 'Forbidden', 'about:blank', 'Forbidden'),
    row: 'upload_permission_missing',
    code: 'permission_missing',
  },
  { on: 'media', status: 413, body: undefined, row: 'upload_too_large', code: 'media_rejected' },
  {
    on: 'media',
    status: 400,
    body: invalid('BadRequest: Not found'),
    row: 'upload_lost',
    code: 'media_processing_failed',
  },
  { on: 'media', status: 404, body: undefined, row: 'upload_lost', code: 'media_processing_failed' },
  { on: 'media', status: 400, body: typed('resource-not-found'), row: 'upload_lost', code: 'media_processing_failed' },
  {
    on: 'media',
    status: 400,
    body: invalid('media type unrecognized'),
    row: 'media_type_unrecognized',
    code: 'media_rejected',
  },
  {
    on: 'media',
    status: 400,
    body: problem(400, 'Requests with bodies must have content-type of application/json.'),
    row: 'request_malformed',
    code: 'internal_error',
  },
  {
    on: 'media',
    status: 400,
    body: problem(400, 'Request body is not valid JSON.'),
    row: 'request_malformed',
    code: 'internal_error',
  },
  {
    on: 'media',
    status: 400,
    body: problem(400, 'Request body must be a JSON object.'),
    row: 'request_malformed',
    code: 'internal_error',
  },
  {
    on: 'media',
    status: 400,
    body: invalid('The `media_category` field is wrong.'),
    row: 'upload_refused',
    code: 'media_rejected',
  },

  // --- reads ---
  {
    on: 'read',
    status: 400,
    body: invalid('The `id` query parameter value [x] is not valid'),
    row: 'read_refused',
    code: 'internal_error',
  },
];

/** Source that documents a row of the table, when the row names it. */
export const sourceOf = (row: string): string | undefined => ERROR_ROWS.find(({ name }) => name === row)?.source;
