import { judgeRate, type RateLimit } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { addHeaders } from './add-headers.ts';

const MINUTE_US = 60_000_000;

/** Counts a request against its key (GCRA), sets `RateLimit` headers, throws `rate_limited`. */
export function enforceRateLimit(
  { world, clock }: Pick<MockState, 'world' | 'clock'>,
  limit: RateLimit,
  keyId: string,
  headers: Record<string, string>,
  units = 1,
): void {
  // In whole microseconds, rounded down: sums of parts of one would keep out the last of a burst.
  const now = Math.round(1_000 * clock.paced());
  const slot = `${keyId} ${limit.name}`;
  const stored = Math.max(world.rateLimits.get(slot) ?? 0, now);
  const arrival = stored + Math.floor((units * MINUTE_US) / limit.perMinute);
  const isAllowed = arrival <= now + MINUTE_US;
  if (isAllowed) world.rateLimits.set(slot, arrival);
  const judged = judgeRate(limit, { isAllowed, aheadMs: ((isAllowed ? arrival : stored) - now) / 1_000 }, units);
  addHeaders(headers, judged.headers);
  if (judged.refusal) throw new RequestRefusal(judged.refusal);
}
