import { type Answer, answeredAt, type ErrorTable, limitResetMs, type Refusal } from '@fanfare/network';
import { ERROR_ROWS, type MastodonErrorRow } from './error-rows.ts';
import { ErrorBody } from './wire.ts';

/** Refusals of a Mastodon server. */
export const MASTODON_ERRORS: ErrorTable<MastodonErrorRow> = {
  rows: ERROR_ROWS,
  readRefusal,
  waitMs: ({ retry }, answer, now) => (retry === 'reset' ? rateLimitMs(answer, now) : retry),
};

/** Reads a refusal. Mastodon's own have an `error`; pages of gateways have none. */
function readRefusal({ status, json }: Answer): Refusal {
  const { error, error_description: explained } = ErrorBody.parse(json);
  const text = [error, explained].filter((part) => part !== undefined && part !== '').join(': ');
  return { status, codes: [], text: withoutTokens(text), own: text.trim() !== '' };
}

/** Tokens and codes: 43 characters of base64url (doorkeeper, UniqueToken, checked 2026-11). */
const withoutTokens = (text: string): string => text.replace(/[\w-]{40,}/g, '[redacted]');

const LONGEST_WAIT_MS = 30 * 60_000;

/** `X-RateLimit-Reset` is a date (Mastodon, Rate limits, Datetime formats, checked 2026-11). */
function rateLimitMs(answer: Answer, now: number): number {
  const resetMs = Date.parse(answer.headers['x-ratelimit-reset'] ?? '') - answeredAt(answer.headers, now);
  return resetMs > 0 ? Math.min(resetMs, LONGEST_WAIT_MS) : limitResetMs(answer, now);
}
