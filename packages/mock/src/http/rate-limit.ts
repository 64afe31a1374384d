import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';

const MINUTE_MS = 60_000;

type Limit = { readonly name: 'requests' | 'publishes'; readonly perMinute: number };

/**
 * Counts a request against its key by the generic cell rate algorithm, as the service does: so many a minute, all of which may come at once after a
 * quiet minute. Sets the `RateLimit` headers; throws `rate_limited` over the limit.
 */
export function enforceRateLimit(
  { world, clock }: Pick<MockState, 'world' | 'clock'>,
  { name, perMinute }: Limit,
  keyId: string,
  headers: Headers,
): void {
  const now = clock.paced();
  const intervalMs = MINUTE_MS / perMinute;
  const slot = `${keyId} ${name}`;
  const stored = Math.max(world.rateLimits.get(slot) ?? 0, now);
  const arrival = stored + intervalMs;
  const isAllowed = arrival <= now + MINUTE_MS;
  if (isAllowed) world.rateLimits.set(slot, arrival);
  const waitMs = isAllowed ? arrival - now : arrival - now - MINUTE_MS;
  const resetSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const remaining = isAllowed ? Math.max(0, Math.floor((MINUTE_MS - (arrival - now)) / intervalMs)) : 0;
  // IETF draft-ietf-httpapi-ratelimit-headers-10, checked 2026-11.
  headers.set('RateLimit-Policy', `"${name}";q=${perMinute};w=60`);
  headers.set('RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  if (isAllowed) return;
  throw new RequestRefusal({
    code: 'rate_limited',
    message: `More than ${perMinute} ${name} a minute with this key. Try again in ${resetSeconds} s.`,
    headers: { 'Retry-After': String(resetSeconds) },
  });
}
