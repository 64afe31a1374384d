import type { Usage } from '@fanfare/contract';
import type { Plan } from './plans.ts';
import { type QuotaCounter, type QuotaPeriod, remainingUnits } from './quota.ts';

/** Makes the answer of `GET /usage`. */
export const summariseUsage = (plan: Plan, { start, end }: QuotaPeriod, counter: QuotaCounter): Usage => ({
  plan: plan.name,
  periodStart: start.toISOString(),
  periodEnd: end.toISOString(),
  included: plan.includedUnits,
  used: counter.used,
  reserved: counter.reserved,
  remaining: remainingUnits(counter),
  overage: plan.overage,
});
