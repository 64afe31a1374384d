import type { DocumentedAnswer } from './documented-answer.ts';

const oauth = (error: string, error_description: string) => ({ error, error_description });

/** Refusals of the OAuth token endpoint. */
export const TOKEN_ANSWERS: readonly DocumentedAnswer[] = [
  {
    on: 'token',
    status: 400,
    body: oauth('invalid_request', 'Value passed for the token was invalid.'),
    row: 'token_grant_refused',
    code: 'credential_rejected',
  },
  {
    on: 'token',
    status: 400,
    body: oauth('invalid_request', 'Value passed for the authorization code was invalid.'),
    row: 'token_grant_refused',
    code: 'credential_rejected',
  },
  {
    on: 'token',
    status: 400,
    body: oauth('invalid_grant', 'The grant is invalid.'),
    row: 'token_grant_refused',
    code: 'credential_rejected',
  },
  {
    on: 'token',
    status: 400,
    body: oauth('invalid_request', 'Missing required parameter [code_verifier].'),
    row: 'token_request_malformed',
    code: 'internal_error',
  },
  {
    on: 'token',
    status: 401,
    body: oauth('unauthorized_client', 'Missing valid authorization header'),
    row: 'token_client_refused',
    code: 'internal_error',
  },
  {
    on: 'token',
    status: 401,
    body: oauth('invalid_client', 'Bad secret'),
    row: 'token_client_refused',
    code: 'internal_error',
  },
  {
    on: 'token',
    status: 400,
    body: oauth('unsupported_grant_type', 'No.'),
    row: 'token_refused',
    code: 'internal_error',
  },
  { on: 'token', status: 429, body: { title: 'Too Many Requests' }, row: 'token_throttled', code: 'rate_limited' },
  {
    on: 'token',
    status: 503,
    body: { title: 'Service Unavailable' },
    row: 'token_unavailable',
    code: 'network_unavailable',
  },
];
