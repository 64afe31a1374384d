import { LIMITS } from '@fanfare/contract';
import type { Refusal } from './refusal.ts';

/** A limit of one key, or of all keys of a project together. */
export type RateLimit = {
  readonly name: 'requests' | 'project-requests' | 'publishes' | 'tests' | 'replays' | 'invitations';
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

/** The limit of a project, above that of its keys. */
export const projectLimitOf = ({ perMinute }: RateLimit): RateLimit => ({
  name: 'project-requests',
  perMinute: PROJECT_TIMES * perMinute,
});

const PROJECT_TIMES = LIMITS.projectRequestsPerMinute.value / LIMITS.requestsPerMinute.value;
const MOST_UNITS = LIMITS.requestBodyBytes.value / LIMITS.requestUnitBytes.value;

/** How many requests a body counts as: one per started 64 KiB, and never so many that it could not be sent with the full limit. */
export const requestUnits = (bodyBytes: number, { perMinute }: RateLimit): number =>
  Math.max(1, Math.min(Math.ceil(bodyBytes / LIMITS.requestUnitBytes.value), MOST_UNITS, perMinute));

/** The headers of the answer to a counted request, and its refusal where it is over the limit. The limit of a project is shown only where it refuses. */
export function judgeRate(
  { name, perMinute }: RateLimit,
  { isAllowed, aheadMs }: RateCount,
  units = 1,
): { readonly headers: Readonly<Record<string, string>>; readonly refusal: Refusal | null } {
  const intervalMs = MINUTE_MS / perMinute;
  const free = Math.max(0, Math.floor((MINUTE_MS + ROUNDING_MS - aheadMs) / intervalMs));
  const remaining = isAllowed ? free : Math.min(free, units - 1);
  // Until the limit is full again, or until the next request is allowed.
  const waitMs = isAllowed ? aheadMs : aheadMs + units * intervalMs - MINUTE_MS;
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  // IETF draft-ietf-httpapi-ratelimit-headers-10, checked 2026-11.
  const headers = {
    'RateLimit-Policy': `"${name}";q=${perMinute};w=${MINUTE_MS / 1_000}`,
    RateLimit: `"${name}";r=${remaining};t=${seconds}`,
  };
  const isOfProject = name === 'project-requests';
  if (isAllowed) return { headers: isOfProject ? {} : headers, refusal: null };
  const what = isOfProject ? 'requests a minute with all keys of this project' : `${name} a minute with this key`;
  const why = units === 1 ? '' : ` This one counts as ${units}, one per started 64 KiB of its body.`;
  const message = `More than ${perMinute} ${what}.${why} Try again in ${seconds} s.`;
  return { headers, refusal: { code: 'rate_limited', message, headers: { 'Retry-After': String(seconds) } } };
}
