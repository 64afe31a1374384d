import { httpErrorRows } from '@fanfare/network';
import { API_CALLS, type LinkedinErrorRow } from './purpose.ts';

/** Refusals of the access token, and similar 401 answers (LinkedIn, error handling, 2026-11). */
export const ACCESS_TOKEN_ERROR_ROWS: readonly LinkedinErrorRow[] = [
  {
    name: 'token_empty',
    when: [
      { status: [401], codes: ['EMPTY_ACCESS_TOKEN'] },
      { status: [401], text: /\bEmpty oauth2_access_token\b/ },
    ],
    code: 'internal_error',
    message: 'LinkedIn received a call without an access token.',
  },
  {
    name: 'token_expired',
    when: [{ status: [401], codes: ['65602', 'EXPIRED_ACCESS_TOKEN'] }],
    code: 'credential_rejected',
    message: 'The LinkedIn authorization of this account has expired.',
    credential: 'expired',
  },
  {
    name: 'token_revoked',
    when: [{ status: [401], codes: ['65601', 'REVOKED_ACCESS_TOKEN'] }],
    code: 'credential_rejected',
    message: 'The member took the authorization of this service back on LinkedIn.',
    credential: 'revoked',
  },
  {
    name: 'token_invalid',
    when: [{ status: [401], codes: ['65600', 'INVALID_ACCESS_TOKEN'] }],
    code: 'credential_rejected',
    message: 'LinkedIn does not accept the authorization of this account.',
    credential: 'expired',
  },
  {
    name: 'member_restricted',
    when: [{ status: [401], codes: ['65608', 'RESTRICTED_MEMBER'] }],
    code: 'account_restricted',
    message: 'LinkedIn has restricted this member.',
    remedy: 'The member must settle the restriction on linkedin.com and then connect the account again.',
    credential: 'expired',
  },
  {
    name: 'unauthorized',
    on: API_CALLS,
    when: [{ status: [401], own: true }],
    code: 'credential_rejected',
    message: 'LinkedIn does not accept the authorization of this account.',
    credential: 'expired',
  },
  { ...httpErrorRows('LinkedIn').refusedInBetween, on: API_CALLS },
];
