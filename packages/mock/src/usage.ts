import type { QuotaDetail, Usage } from '@fanfare/contract';
import { fitsQuota, type Plan, planOf, type QuotaCounter, quotaPeriodOf, summariseUsage } from '@fanfare/rules';
import { RequestRefusal } from './request-refusal.ts';
import { counterOf, type Project } from './world.ts';

/** Holds units of the month an instant falls in. Throws `quota_exceeded` on a plan that stops at its allowance. */
export function reserveUnits(project: Project, atMs: number, units: number, what: 'post' | 'repost'): void {
  const period = quotaPeriodOf(new Date(atMs));
  const plan = planOf(project.plan);
  const counted = counterOf(project, period.start);
  const counter = quotaCounterOf(plan, counted);
  if (!fitsQuota(counter, units)) {
    const resetsAt = period.end.toISOString();
    const needed = units === 1 ? '1 unit' : `${units} units`;
    const left = fitsQuota(counter, 1) ? 'too few' : 'none';
    const detail: QuotaDetail = { limit: plan.includedUnits ?? 0, ...counted, requested: units, resetsAt };
    throw new RequestRefusal({
      code: 'quota_exceeded',
      message: `This ${what} needs ${needed}, and the plan "${plan.name}" has ${left} left until ${resetsAt}. Nothing was ${what === 'post' ? 'published' : 'reposted'}.`,
      details: [detail],
    });
  }
  counted.reserved += units;
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
