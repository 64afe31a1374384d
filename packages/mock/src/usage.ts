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
import { counterOf, type Project } from './world.ts';

/** Holds units of the month an instant falls in. Refuses with `quota_exceeded` on a plan that stops at its allowance. */
export function reserveUnits(project: Project, atMs: number, units: number, what: 'post' | 'repost'): Refused | null {
  const period = quotaPeriodOf(new Date(atMs));
  const plan = planOf(project.plan);
  const counted = counterOf(project, period.start);
  if (!fitsQuota(quotaCounterOf(plan, counted), units)) return refuseOverQuota({ what, units, plan, counted, period });
  counted.reserved += units;
  return null;
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

/** What the project has used of its plan in the month of an instant. */
export function usageOf(project: Project, nowMs: number): Usage {
  const plan = planOf(project.plan);
  const period = quotaPeriodOf(new Date(nowMs));
  return summariseUsage(plan, period, quotaCounterOf(plan, counterOf(project, period.start)));
}
