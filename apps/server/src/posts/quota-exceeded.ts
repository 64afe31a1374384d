import { planOf, type QuotaPeriod, type Refused, refuseOverQuota } from '@fanfare/rules';
import type { Caller } from '../callers/caller.ts';
import type { Database } from '../db/database.ts';
import { refuseUnits } from '../usage/quota.table.ts';

type Deps = { readonly db: Database };

type Wanted = {
  readonly what: 'post' | 'repost';
  readonly caller: Caller;
  readonly units: number;
  readonly period: QuotaPeriod;
};

/** The refusal of a post or repost above its quota. Writes its event. */
export async function quotaExceeded({ db }: Deps, { what, caller, units, period }: Wanted): Promise<Refused> {
  const plan = planOf(caller.plan);
  const counted = await refuseUnits(db, caller.projectId, period.start, plan);
  return refuseOverQuota({ what, units, plan, counted, period });
}
