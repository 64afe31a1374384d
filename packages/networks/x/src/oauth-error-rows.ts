import { rowsOn } from '@fanfare/network';
import type { XErrorRow } from './purpose.ts';

/** Refusals of the token endpoint (X, OAuth 2.0 with PKCE, checked 2026-08). */
export const OAUTH_ERROR_ROWS: readonly XErrorRow[] = rowsOn(
  ['token'],
  [
    {
      name: 'token_throttled',
      when: [{ status: [429] }],
      code: 'rate_limited',
      message: 'X is receiving too many token requests.',
      retry: 'reset',
    },
    {
      // No `retry`: the refresh token may be spent although the answer was a fault.
      name: 'token_unavailable',
      when: [{ family: 5 }, { family: 3 }, { status: [408, 421, 425] }],
      code: 'network_unavailable',
      message: 'X could not answer the token request.',
    },
    {
      // A missing or wrong Basic header. Says nothing about the account.
      name: 'token_client_refused',
      when: [{ codes: ['unauthorized_client', 'invalid_client'] }],
      source: 'PLhery/node-twitter-api-v2 issue 319, 2026-08',
      code: 'internal_error',
      message: 'X refused the app credentials of this installation.',
      remedy: 'Operator: check the client id and the client secret of the X app, and that its type fits them.',
      operator: true,
    },
    {
      name: 'token_request_malformed',
      when: [{ codes: ['invalid_request'], text: /missing (?:a )?(?:required parameter|valid authorization header)/i }],
      code: 'internal_error',
      message: 'X could not read the token request.',
      operator: true,
    },
    {
      // X says invalid_request where RFC 6749 says invalid_grant, for a spent or late code and for
      // a dead refresh token alike.
      name: 'token_grant_refused',
      when: [{ status: [400, 401], codes: ['invalid_request', 'invalid_grant'] }],
      code: 'credential_rejected',
      message: 'X no longer accepts the authorization of this account.',
      remedy: 'Connect the account again.',
      credential: 'expired',
    },
    {
      // Any other refusal says nothing definite about the account, so it does not end the
      // credential.
      name: 'token_refused',
      code: 'internal_error',
      message: 'X refused a token request for a reason this version does not know.',
      operator: true,
    },
  ],
);
