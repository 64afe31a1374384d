import { fitsQuota, planOf, type QuotaPeriod } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { RequestError } from '../http/request-error.ts';
import type { Caller } from '../projects/api-keys.table.ts';
import { findQuotaCounter } from '../usage/quota.table.ts';

/** The refusal of a post or repost that the plan has no room for, with the numbers of the period it would count in. */
export async function quotaExceeded(
  deps: { readonly db: Database },
  post: { caller: Caller; units: number; period: QuotaPeriod; what?: 'post' | 'repost' },
): Promise<RequestError> {
  const plan = planOf(post.caller.plan);
  const counter = await findQuotaCounter(deps.db, post.caller.projectId, post.period.start, plan);
  const resetsAt = post.period.end.toISOString();
  const { used, reserved } = counter;
  const { what = 'post' } = post;
  const units = post.units === 1 ? '1 unit' : `${post.units} units`;
  return new RequestError({
    code: 'quota_exceeded',
    message: `This ${what} needs ${units}, and the plan "${plan.name}" has ${fitsQuota(counter, 1) ? 'too few' : 'none'} left until ${resetsAt}. Nothing was ${what === 'post' ? 'published' : 'reposted'}.`,
    details: [{ limit: plan.includedUnits ?? 0, used, reserved, requested: post.units, resetsAt }],
  });
}
