/** A project's counter in one calendar month (UTC). */
export type QuotaCounter = {
  /** Units a month includes; null means unlimited. */
  readonly allowance: number | null;
  /** True on plans that go on beyond the allowance and bill it. */
  readonly overage: boolean;
  readonly used: number;
  readonly reserved: number;
};

/** Spec 8, metering 4: plans without overage stop at their allowance, counting what is reserved but not yet settled. */
export function fitsQuota(counter: QuotaCounter, units: number): boolean {
  return counter.allowance === null || counter.overage || counter.used + counter.reserved + units <= counter.allowance;
}

/** Units left in the period, never below 0; null when unlimited. */
export function remainingUnits(counter: QuotaCounter): number | null {
  return counter.allowance === null ? null : Math.max(0, counter.allowance - counter.used - counter.reserved);
}

export type QuotaPeriod = { readonly start: Date; readonly end: Date };

/** The calendar month (UTC) an instant falls in. A scheduled post is counted in the month of its `publishAt`. */
export function quotaPeriodOf(instant: Date): QuotaPeriod {
  const year = instant.getUTCFullYear();
  const month = instant.getUTCMonth();
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}
