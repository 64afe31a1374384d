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
};

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
): { readonly counts: readonly RateCount[]; readonly lot: Lot } {
  const intervalMs = MINUTE_MS / perMinute;
  const counts = Array.from({ length: Math.min(taken, waiting) }, (_, index) => ({
    isAllowed: true,
    aheadMs: aheadMs - (taken - index - 1) * intervalMs,
  }));
  return { counts, lot: { aheadMs, takenAt, left: taken - counts.length } };
}

/**
 * Spends one request of a lot, or none. Each is an interval of the time that the algorithm counts with. Those that have passed are lost, as the database gives
 * them out again: so the servers together never exceed what one would allow.
 */
export function spendFrom(
  perMinute: number,
  lot: Lot,
  now: number,
): { readonly count: RateCount; readonly lot: Lot } | null {
  const intervalMs = MINUTE_MS / perMinute;
  const aheadMs = lot.aheadMs - (now - lot.takenAt);
  const left = Math.max(0, Math.min(lot.left, Math.floor(aheadMs / intervalMs)));
  if (left === 0) return null;
  return { count: { isAllowed: true, aheadMs: aheadMs - (left - 1) * intervalMs }, lot: { ...lot, left: left - 1 } };
}
