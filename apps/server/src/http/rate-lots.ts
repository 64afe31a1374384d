import type { RateCount } from '@fanfare/rules';

const MINUTE_MS = 60_000;
/** A lot is this part of a minute's requests. */
const LOTS_A_MINUTE = 50;
/** Beyond this part of a burst a server takes only what it needs, so that others find the rest. */
const NEARLY_FULL = 0.75;

/** Requests that a server has taken in the database, and not spent. */
export type Lot = {
  /** How far the theoretical arrival time of the database was ahead when the lot was taken, and when that was. */
  readonly aheadMs: number;
  readonly takenAt: number;
  readonly left: number;
  /** When the intervals end of requests that were taken back, earliest first. They may be of earlier lots. */
  readonly returned: readonly number[];
};

/** The answer to a request, and when the interval ends that it has spent. */
export type SpentRequest = { readonly count: RateCount; readonly endsAt: number };

/** Whether every request of this limit is taken on its own, so that no server holds any. */
export const hasLotsOfOne = (perMinute: number): boolean => perMinute < 2 * LOTS_A_MINUTE;

/** How many requests to take when so many wait. */
export function lotSize(perMinute: number, waiting: number, last: Lot | undefined): number {
  const isNearlyFull = last !== undefined && last.aheadMs > NEARLY_FULL * MINUTE_MS;
  const wanted = Math.max(waiting, isNearlyFull ? 1 : Math.floor(perMinute / LOTS_A_MINUTE));
  return Math.min(wanted, perMinute);
}

/** How many requests the database has left, when it refused more. */
export const requestsLeft = (perMinute: number, aheadMs: number): number =>
  Math.floor(((MINUTE_MS - aheadMs) * perMinute) / MINUTE_MS);

/** The answers to those who wait, first one first, and the lot with what is left of it then. */
export function divideLot(
  perMinute: number,
  { taken, waiting, aheadMs, takenAt }: { taken: number; waiting: number; aheadMs: number; takenAt: number },
  last: Lot | undefined,
): { readonly spent: readonly SpentRequest[]; readonly lot: Lot } {
  const intervalMs = MINUTE_MS / perMinute;
  const spent = Array.from({ length: Math.min(taken, waiting) }, (_, index) =>
    spentAt(takenAt, aheadMs - (taken - index - 1) * intervalMs),
  );
  return { spent, lot: { aheadMs, takenAt, left: taken - spent.length, returned: last?.returned ?? [] } };
}

/**
 * Spends one request of a lot, first those that were taken back, or null. Each is an interval of the time that the algorithm counts with. Those that have
 * passed are lost, as the database gives them out again: so the servers together never exceed what one would allow.
 */
export function spendFrom(
  perMinute: number,
  lot: Lot,
  now: number,
): { readonly spent: SpentRequest; readonly lot: Lot } | null {
  const intervalMs = MINUTE_MS / perMinute;
  const aheadMs = lot.aheadMs - (now - lot.takenAt);
  const left = Math.max(0, Math.min(lot.left, Math.floor(aheadMs / intervalMs)));
  const [first, ...returned] = lot.returned.filter((endsAt) => isToCome(perMinute, endsAt, now));
  if (first !== undefined) {
    const count = { isAllowed: true, aheadMs: Math.max(first - now, aheadMs - left * intervalMs) };
    return { spent: { count, endsAt: first }, lot: { ...lot, returned } };
  }
  if (left === 0) return null;
  return { spent: spentAt(now, aheadMs - (left - 1) * intervalMs), lot: { ...lot, left: left - 1, returned } };
}

/** The lot with a request that was spent and did not happen. */
export const putBackInto = (lot: Lot, { endsAt }: SpentRequest): Lot => ({
  ...lot,
  returned: [...lot.returned, endsAt].sort((a, b) => a - b),
});

const isToCome = (perMinute: number, endsAt: number, now: number): boolean => endsAt - MINUTE_MS / perMinute >= now;

const spentAt = (now: number, aheadMs: number): SpentRequest => ({
  count: { isAllowed: true, aheadMs },
  endsAt: now + aheadMs,
});
