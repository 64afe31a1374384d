import type { Refusal } from './refusal.ts';

/** Missing, malformed, unknown and revoked keys get this one answer. */
export const UNAUTHORIZED: Refusal = {
  code: 'unauthorized',
  message: 'A valid API key is required. Send it as "Authorization: Bearer fanfare_sk_…".',
  headers: { 'WWW-Authenticate': 'Bearer' },
};

/** The key in an `Authorization: Bearer` header; null for none or for another scheme. */
export const bearerKey = (authorization: string | null): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
