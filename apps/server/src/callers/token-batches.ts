import type { RateCount } from '@fanfare/rules';

const MINUTE_MS = 60_000;
/** Batches per minute. */
const BATCHES_A_MINUTE = 50;
/** Used part of a burst above which a server takes only what it needs. */
const NEARLY_FULL = 0.75;

/** Tokens that a server has taken in the database and not spent. */
export type TokenBatch = {
  /** Lead of the database's theoretical arrival time when the batch was taken. */
  readonly aheadMs: number;
  readonly takenAt: number;
  readonly left: number;
};

/** Number of tokens to take for waiting requests. */
export function batchSize(perMinute: number, waiting: number, last: TokenBatch | undefined): number {
  const isNearlyFull = last !== undefined && last.aheadMs > NEARLY_FULL * MINUTE_MS;
  const wanted = Math.max(waiting, isNearlyFull ? 1 : Math.floor(perMinute / BATCHES_A_MINUTE));
  return Math.min(wanted, perMinute);
}

/** Number of tokens left in the database after it refused more. */
export const requestsLeft = (perMinute: number, aheadMs: number): number =>
  Math.floor(((MINUTE_MS - aheadMs) * perMinute) / MINUTE_MS);

/** Splits a new batch into answers to waiting requests, in order, and the rest. */
export function divideBatch(
  perMinute: number,
  { taken, waiting, aheadMs, takenAt }: { taken: number; waiting: number; aheadMs: number; takenAt: number },
): { readonly counts: readonly RateCount[]; readonly batch: TokenBatch } {
  const intervalMs = MINUTE_MS / perMinute;
  const counts = Array.from({ length: Math.min(taken, waiting) }, (_, index) => ({
    isAllowed: true,
    aheadMs: aheadMs - (taken - index - 1) * intervalMs,
  }));
  return { counts, batch: { aheadMs, takenAt, left: taken - counts.length } };
}

/**
 * Spends one token of a batch; null for none. A token is an interval of the algorithm's time.
 * Passed intervals are lost, as the database gives them out again, so all servers keep one limit.
 */
export function spendFrom(
  perMinute: number,
  batch: TokenBatch,
  now: number,
): { readonly count: RateCount; readonly batch: TokenBatch } | null {
  const intervalMs = MINUTE_MS / perMinute;
  const aheadMs = batch.aheadMs - (now - batch.takenAt);
  const left = Math.max(0, Math.min(batch.left, Math.floor(aheadMs / intervalMs)));
  if (left === 0) return null;
  return {
    count: { isAllowed: true, aheadMs: aheadMs - (left - 1) * intervalMs },
    batch: { ...batch, left: left - 1 },
  };
}
