import { judgeRate, type RateLimit } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { addHeaders } from './add-headers.ts';

const MINUTE_MS = 60_000;

/** Counts a request against its key (GCRA), sets `RateLimit` headers, throws `rate_limited`. */
export function enforceRateLimit(
  { world, clock }: Pick<MockState, 'world' | 'clock'>,
  limit: RateLimit,
  keyId: string,
  headers: Record<string, string>,
  units = 1,
): void {
  const now = clock.paced();
  const slot = `${keyId} ${limit.name}`;
  const stored = Math.max(world.rateLimits.get(slot) ?? 0, now);
  const arrival = stored + (units * MINUTE_MS) / limit.perMinute;
  const isAllowed = arrival <= now + MINUTE_MS;
  if (isAllowed) world.rateLimits.set(slot, arrival);
  const judged = judgeRate(limit, { isAllowed, aheadMs: (isAllowed ? arrival : stored) - now }, units);
  addHeaders(headers, judged.headers);
  if (judged.refusal) throw new RequestRefusal(judged.refusal);
}
