import { judgeRate, type Refusal } from '@fanfare/rules';
import { LRUCache } from 'lru-cache';
import { clientOf } from '../http/client-of.ts';

const MINUTE_MS = 60_000;
const MOST_CLIENTS = 10_000;

export type RefusedKeys = {
  /** Counts a request without a valid key. Returns a refusal over the limit, else null. */
  count(ip: string): Refusal | null;
};

/**
 * Limits requests without a valid key per client address at this server, without a statement.
 * Requests with a valid key are not counted here, because an office shares an address.
 */
export function createRefusedKeys({
  perMinute,
  monotonicMs,
}: {
  readonly perMinute: number;
  readonly monotonicMs: () => number;
}): RefusedKeys {
  /** Time when a client's allowance is full again (GCRA, as `rate-limits.table.ts`). */
  const fullAt = new LRUCache<string, number>({ max: MOST_CLIENTS });
  return {
    count(ip) {
      const now = monotonicMs();
      const client = clientOf(ip);
      const before = Math.max(fullAt.get(client) ?? now, now);
      const after = before + MINUTE_MS / perMinute;
      const isAllowed = after <= now + MINUTE_MS;
      if (isAllowed) fullAt.set(client, after);
      const { refusal } = judgeRate(
        { name: 'requests', perMinute },
        { isAllowed, aheadMs: (isAllowed ? after : before) - now },
      );
      const seconds = refusal?.headers?.['Retry-After'];
      return refusal && { ...refusal, message: messageOf(perMinute, seconds!) };
    },
  };
}

const messageOf = (perMinute: number, seconds: string): string =>
  `More than ${perMinute} requests a minute without a valid key came from your address. Send your API key in "Authorization: Bearer", or try again in ${seconds} s.`;
