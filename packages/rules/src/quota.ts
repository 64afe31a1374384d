import type { Plan } from './plans.ts';
import { type Refused, refuse } from './refusal.ts';

/** A project's counter in one calendar month (UTC). */
export type QuotaCounter = {
  /** Units a month includes; null means unlimited. */
  readonly allowance: number | null;
  /** True on plans that go on beyond the allowance and bill it. */
  readonly overage: boolean;
  readonly used: number;
  readonly reserved: number;
};

/** Spec 8, metering 4: plans without overage stop, with reserved units counted. */
export function fitsQuota(counter: QuotaCounter, units: number): boolean {
  return counter.allowance === null || counter.overage || counter.used + counter.reserved + units <= counter.allowance;
}

/** Units left in the period, never below 0; null when unlimited. */
export function remainingUnits(counter: QuotaCounter): number | null {
  return counter.allowance === null ? null : Math.max(0, counter.allowance - counter.used - counter.reserved);
}

export type QuotaPeriod = { readonly start: Date; readonly end: Date };

/** The calendar month (UTC) of an instant. A scheduled post counts at its `publishAt`. */
export function quotaPeriodOf(instant: Date): QuotaPeriod {
  const year = instant.getUTCFullYear();
  const month = instant.getUTCMonth();
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

type Excess = {
  readonly what: 'post' | 'repost';
  readonly units: number;
  readonly plan: Plan;
  readonly counted: Pick<QuotaCounter, 'used' | 'reserved'>;
  readonly period: QuotaPeriod;
};

/** Refuses a request that exceeds the quota, with the numbers of the period it would count in. */
export function refuseOverQuota({ what, units, plan, counted: { used, reserved }, period }: Excess): Refused {
  const { name, includedUnits: allowance, overage } = plan;
  const resetsAt = period.end.toISOString();
  const needed = units === 1 ? '1 unit' : `${units} units`;
  const left = fitsQuota({ allowance, overage, used, reserved }, 1) ? 'too few' : 'none';
  const ending = what === 'post' ? 'published' : 'reposted';
  return refuse({
    code: 'quota_exceeded',
    message: `This ${what} needs ${needed}, and the plan "${name}" has ${left} left until ${resetsAt}. Nothing was ${ending}.`,
    details: [{ limit: allowance ?? 0, used, reserved, requested: units, resetsAt }],
  });
}
