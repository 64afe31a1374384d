import type { Plan, QuotaCounter } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { emitQuota } from './emit-quota.ts';

/** "No limit" in a bigint column. */
const UNLIMITED = 9_000_000_000_000_000n.toString();

/** The value of the `allowance` column. Unlimited (null) becomes a number that is never reached. */
export function toStoredAllowance(allowance: number | null): string {
  return allowance === null ? UNLIMITED : String(allowance);
}

/** The counter of one month; zeros when nothing was counted. */
export async function findQuotaCounter(
  db: Database,
  projectId: string,
  periodStart: Date,
  plan: Pick<Plan, 'includedUnits' | 'overage'>,
): Promise<QuotaCounter> {
  const { rows } = await db.query<{ used: number; reserved: number }>({
    name: 'find_quota_counter',
    text: 'select used, reserved from quota_periods where project_id = $1 and period_start = $2',
    values: [projectId, toStoredDate(periodStart)],
  });
  return {
    allowance: plan.includedUnits,
    overage: plan.overage,
    used: rows[0]?.used ?? 0,
    reserved: rows[0]?.reserved ?? 0,
  };
}

/** The counter of the month of a refused request. Writes the event of the refusal. */
export async function refuseUnits(
  db: Database,
  projectId: string,
  periodStart: Date,
  plan: Pick<Plan, 'includedUnits' | 'overage'>,
): Promise<QuotaCounter> {
  const { rows } = await db.query<{ used: number; reserved: number }>({
    name: 'refuse_units',
    text: `with counter as (
             select w.project_id, w.period_start, w.allowance, coalesce(q.used, 0) as used, coalesce(q.reserved, 0) as reserved
             from (select $1::uuid as project_id, $2::date as period_start, $3::bigint as allowance) w
               left join quota_periods q on q.project_id = w.project_id and q.period_start = w.period_start
           ), ${emitQuota('counter', { isRefused: true })}
           select used, reserved from counter`,
    values: [projectId, toStoredDate(periodStart), toStoredAllowance(plan.includedUnits)],
  });
  return { allowance: plan.includedUnits, overage: plan.overage, ...rows[0]! };
}

/** The value of a date column: the UTC day. */
export function toStoredDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
