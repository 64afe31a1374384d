import { judgeRate, type Refusal } from '@fanfare/rules';
import { LRUCache } from 'lru-cache';
import { clientOf } from './client-of.ts';

const MINUTE_MS = 60_000;
const MOST_CLIENTS = 10_000;

export type ClientLimit = {
  /** Counts a request of this address. Returns a refusal over the limit, else null. */
  count(ip: string): Refusal | null;
};

/** Limits requests per client address at this server, without a statement. */
export function createClientLimit({
  perMinute,
  monotonicMs,
  messageOf,
}: {
  readonly perMinute: number;
  readonly monotonicMs: () => number;
  /** The message of a refusal, with the seconds until the next request may come. */
  readonly messageOf: (perMinute: number, seconds: string) => string;
}): ClientLimit {
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
