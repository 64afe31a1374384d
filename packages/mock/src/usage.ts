import type { Usage } from '@fanfare/contract';
import {
  fitsQuota,
  type Plan,
  planOf,
  type QuotaCounter,
  quotaPeriodOf,
  type Refused,
  refuseOverQuota,
  summariseUsage,
} from '@fanfare/rules';
import type { MockState } from './mock-state.ts';
import { counterOf, type Project } from './world.ts';

/** Holds units of a month. Refuses with `quota_exceeded` on a plan that stops there. */
export function reserveUnits(
  { events }: Pick<MockState, 'events'>,
  project: Project,
  { atMs, units, what }: { readonly atMs: number; readonly units: number; readonly what: 'post' | 'repost' },
): Refused | null {
  const period = quotaPeriodOf(new Date(atMs));
  const plan = planOf(project.plan);
  const counted = counterOf(project, period.start);
  const isTooMuch = !fitsQuota(quotaCounterOf(plan, counted), units);
  if (!isTooMuch) counted.reserved += units;
  const held = counted.used + counted.reserved;
  const reached = (type: 'quota.warning' | 'quota.exceeded'): void => {
    const usage = summariseUsage(plan, period, quotaCounterOf(plan, counted));
    events.write(project.id, { type, usage }, `${type}:${usage.periodStart}`);
  };
  if (plan.includedUnits !== null && held * 5 >= plan.includedUnits * 4) reached('quota.warning');
  if (plan.includedUnits !== null && (isTooMuch || held > plan.includedUnits)) reached('quota.exceeded');
  return isTooMuch ? refuseOverQuota({ what, units, plan, counted, period }) : null;
}

/** Ends a hold: what was written is billed, the rest is given back. */
export function settleUnits(
  project: Project,
  atMs: number,
  units: { readonly held: number; readonly billed: number },
): void {
  const counted = counterOf(project, quotaPeriodOf(new Date(atMs)).start);
  counted.reserved -= units.held;
  counted.used += units.billed;
}

const quotaCounterOf = (plan: Plan, counted: Pick<QuotaCounter, 'used' | 'reserved'>): QuotaCounter => ({
  allowance: plan.includedUnits,
  overage: plan.overage,
  ...counted,
});

/** The units that the project has used of its plan in the month of an instant. */
export function usageOf(project: Project, nowMs: number): Usage {
  const plan = planOf(project.plan);
  const period = quotaPeriodOf(new Date(nowMs));
  return summariseUsage(plan, period, quotaCounterOf(plan, counterOf(project, period.start)));
}
