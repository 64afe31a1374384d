import { rowsOn } from '@fanfare/network';
import type { LinkedinErrorRow } from './purpose.ts';

/** Refusals of the token endpoint (LinkedIn, code flow and refresh tokens, checked 2026-11). */
export const OAUTH_ERROR_ROWS: readonly LinkedinErrorRow[] = rowsOn(
  ['token'],
  [
    {
      name: 'token_client_refused',
      when: [{ family: 4, codes: ['invalid_client', 'unauthorized_client'] }],
      code: 'internal_error',
      message: 'LinkedIn refused the app credentials of this installation.',
      remedy: 'Operator: check the client id and the client secret of the LinkedIn app.',
      operator: true,
    },
    {
      name: 'token_scope_refused',
      when: [{ family: 4, codes: ['unauthorized_scope_error', 'invalid_scope'] }],
      code: 'permission_missing',
      message: 'A permission this installation asks for is not approved for its LinkedIn app.',
      remedy: 'Operator: match the configured LinkedIn scopes to the products of the developer app.',
      operator: true,
    },
    {
      name: 'token_request_malformed',
      when: [{ family: 4, codes: ['invalid_request'], text: /required parameter/i }],
      code: 'internal_error',
      message: 'LinkedIn could not read the token request.',
    },
    {
      name: 'token_grant_type_refused',
      when: [{ family: 4, codes: ['unsupported_grant_type'] }],
      code: 'internal_error',
      message: 'LinkedIn does not offer this kind of token request.',
    },
    {
      // LinkedIn answers a spent or late code and a dead refresh token with either of the two.
      name: 'token_grant_refused',
      // Not 403 or 429, whatever their bodies say: only a definite refusal ends an account.
      when: [{ status: [400, 401], codes: ['invalid_grant', 'invalid_request'] }],
      code: 'credential_rejected',
      message: 'LinkedIn no longer accepts the authorization of this account.',
      credential: 'expired',
    },
  ],
);
