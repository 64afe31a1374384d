import { LIMITS } from '@fanfare/contract';
import type { Refusal } from './refusal.ts';

/** A limit of one key, or of all keys of a project together. */
export type RateLimit = {
  readonly name: 'requests' | 'project-requests' | 'publishes' | 'tests' | 'replays' | 'invitations';
  readonly perMinute: number;
};

/** The result of the generic cell rate algorithm: a minute's requests may come at once. */
export type RateCount = {
  readonly isAllowed: boolean;
  /** The time until the theoretical arrival of the next request, without a refused one. */
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

/** The number of requests that a body counts as: one per 64 KiB, at most the limit. */
export const requestUnits = (bodyBytes: number, { perMinute }: RateLimit): number =>
  Math.max(1, Math.min(Math.ceil(bodyBytes / LIMITS.requestUnitBytes.value), MOST_UNITS, perMinute));

/**
 * The headers of a counted request, and its refusal over the limit. A project's limit shows there.
 */
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
