import { judgeRate, type RateCount, type RateLimit, type Refusal } from '@fanfare/rules';
import { LRUCache } from 'lru-cache';
import { ShareExhausted } from '../db/shares.ts';
import type { Logger } from '../process/log/log.ts';
import { batchSize, divideBatch, requestsLeft, spendFrom, type TokenBatch } from './token-batches.ts';

const MINUTE_MS = 60_000;
const MOST_CALLERS = 10_000;

type Deps = {
  readonly log: Logger;
  readonly monotonicMs: () => number;
  /** Takes requests in the database, all or none. */
  readonly take: (callerId: string, limit: RateLimit, requests: number) => Promise<RateCount>;
};

/** Headers of every response, and the refusal over the limit. */
export type RateAnswer = { readonly headers: Readonly<Record<string, string>>; readonly refusal: Refusal | null };

export type RateLimiter = {
  /** Counts a request. A limiter that fails lets it pass and logs it. */
  check(limit: RateLimit, callerId: string): Promise<RateAnswer>;
  /** Counts several requests, all or none. `units`: what a repeat counts as; default: the same. */
  checkSeveral(limit: RateLimit, callerId: string, requests: number, units?: number): Promise<RateAnswer>;
};

type Waiter = { readonly resolve: (spent: RateCount) => void; readonly reject: (error: unknown) => void };

/** Limits callers over all servers. Each server takes tokens in batches (docs/adr/0030). */
export function createRateLimiter(deps: Deps): RateLimiter {
  const batches = new LRUCache<string, TokenBatch>({ max: MOST_CALLERS });
  const waiting = new Map<string, Waiter[]>();

  const spend = ({ perMinute }: RateLimit, name: string): RateCount | null => {
    const batch = batches.get(name);
    const after = batch ? spendFrom(perMinute, batch, deps.monotonicMs()) : null;
    if (!after) return null;
    batches.set(name, after.batch);
    return after.count;
  };

  const count = (limit: RateLimit, callerId: string): RateCount | Promise<RateCount> => {
    const name = nameOf(limit, callerId);
    const spent = spend(limit, name);
    if (spent) return spent;
    return new Promise((resolve, reject) => {
      const others = waiting.get(name);
      if (others) return others.push({ resolve, reject });
      waiting.set(name, [{ resolve, reject }]);
      return void takeBatches(name, limit, callerId);
    });
  };

  const takeBatches = async (name: string, limit: RateLimit, callerId: string): Promise<void> => {
    for (let waiters = waiting.get(name)!; waiters.length > 0; ) {
      const takenAt = deps.monotonicMs();
      try {
        const { requests, aheadMs } = await takeBatch(
          limit,
          callerId,
          batchSize(limit.perMinute, waiters.length, batches.get(name)),
        );
        const of = { taken: requests, waiting: waiters.length, aheadMs, takenAt };
        const { counts, batch } = divideBatch(limit.perMinute, of);
        batches.set(name, batch);
        for (const one of counts) waiters.shift()!.resolve(one);
        if (requests === 0) for (const { resolve } of waiters.splice(0)) resolve({ isAllowed: false, aheadMs });
      } catch (error) {
        for (const { reject } of waiters.splice(0)) reject(error);
      }
    }
    waiting.delete(name);
  };

  /** Takes `wanted` tokens, or all that are left, or one, or none. */
  const takeBatch = async (
    limit: RateLimit,
    callerId: string,
    wanted: number,
  ): Promise<{ readonly requests: number; readonly aheadMs: number }> => {
    const { isAllowed, aheadMs } = await deps.take(callerId, limit, wanted);
    if (isAllowed) return { requests: wanted, aheadMs };
    if (wanted === 1) return { requests: 0, aheadMs };
    const left = Math.min(wanted - 1, requestsLeft(limit.perMinute, aheadMs));
    const second = await deps.take(callerId, limit, Math.max(1, left));
    if (second.isAllowed) return { requests: Math.max(1, left), aheadMs: second.aheadMs };
    if (left <= 1) return { requests: 0, aheadMs: second.aheadMs };
    const last = await deps.take(callerId, limit, 1);
    return { requests: last.isAllowed ? 1 : 0, aheadMs: last.aheadMs };
  };

  /** Takes tokens past the batch. The batch keeps as many as were taken, the last intervals. */
  const takeSeveral = async (limit: RateLimit, callerId: string, requests: number): Promise<RateCount> => {
    const takenAt = deps.monotonicMs();
    const { isAllowed, aheadMs } = await deps.take(callerId, limit, requests);
    const batch = batches.get(nameOf(limit, callerId));
    if (!batch || !isAllowed) return { isAllowed, aheadMs };
    const left = Math.min(batch.left, requests);
    batches.set(nameOf(limit, callerId), { ...batch, aheadMs, takenAt, left });
    return { isAllowed, aheadMs: aheadMs - (left * MINUTE_MS) / limit.perMinute };
  };

  /** Returns null when the limiter fails. */
  const orPass = async <Counted>(counting: () => Counted | Promise<Counted>): Promise<Counted | null> => {
    try {
      return await counting();
    } catch (err) {
      // A caller that floods the service gets nothing for free.
      if (err instanceof ShareExhausted) throw err;
      deps.log.error({ err }, 'the rate limiter failed; the request passed');
      return null;
    }
  };

  return {
    async check(limit, callerId) {
      const spent = await orPass(() => count(limit, callerId));
      return spent ? judgeRate(limit, spent) : PASSED;
    },
    async checkSeveral(limit, callerId, requests, units = requests) {
      const counted = await orPass(() => takeSeveral(limit, callerId, requests));
      return counted ? judgeRate(limit, counted, units) : PASSED;
    },
  };
}

const PASSED: RateAnswer = { headers: {}, refusal: null };

const nameOf = ({ name }: RateLimit, callerId: string): string => `${name} ${callerId}`;
