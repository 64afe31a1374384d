import type { Refusal } from './refusal.ts';

/** A limit of one key. */
export type RateLimit = {
  readonly name: 'requests' | 'publishes' | 'tests' | 'replays' | 'invitations';
  readonly perMinute: number;
};

/** What the generic cell rate algorithm says of one request: all of a minute's may come at once after a quiet minute. */
export type RateCount = {
  readonly isAllowed: boolean;
  /** How far the theoretical arrival time of the next request lies ahead of now; of a refused request, without counting it. */
  readonly aheadMs: number;
};

const MINUTE_MS = 60_000;
/** A database counts in microseconds: a seventh of a minute is stored as a little more. */
const ROUNDING_MS = 0.05;

/** The headers of the answer to a counted request, and its refusal where it is over the limit. */
export function judgeRate(
  { name, perMinute }: RateLimit,
  { isAllowed, aheadMs }: RateCount,
): { readonly headers: Readonly<Record<string, string>>; readonly refusal: Refusal | null } {
  const intervalMs = MINUTE_MS / perMinute;
  const remaining = isAllowed ? Math.max(0, Math.floor((MINUTE_MS + ROUNDING_MS - aheadMs) / intervalMs)) : 0;
  // Until the limit is full again, or until the next request is allowed.
  const waitMs = isAllowed ? aheadMs : aheadMs + intervalMs - MINUTE_MS;
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  // IETF draft-ietf-httpapi-ratelimit-headers-10, checked 2026-11.
  const headers = {
    'RateLimit-Policy': `"${name}";q=${perMinute};w=${MINUTE_MS / 1_000}`,
    RateLimit: `"${name}";r=${remaining};t=${seconds}`,
  };
  if (isAllowed) return { headers, refusal: null };
  const message = `More than ${perMinute} ${name} a minute with this key. Try again in ${seconds} s.`;
  return { headers, refusal: { code: 'rate_limited', message, headers: { 'Retry-After': String(seconds) } } };
}
