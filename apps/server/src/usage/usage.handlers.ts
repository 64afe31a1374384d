import { contract } from '@fanfare/contract';
import { planOf, quotaPeriodOf, summariseUsage } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import type { CallersPool } from '../db/database.ts';
import { findQuotaCounter } from './quota.table.ts';

type Deps = { readonly db: CallersPool; readonly now: () => Date };

export function usageHandlers(deps: Deps) {
  return apiHandlers(contract.usage, {
    get: async ({ caller }) => {
      const plan = planOf(caller.plan);
      const period = quotaPeriodOf(deps.now());
      const counter = await findQuotaCounter(deps.db, caller.projectId, period.start, plan);
      return { status: 200, body: summariseUsage(plan, period, counter) };
    },
  });
}
