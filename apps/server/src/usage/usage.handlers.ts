import { contract } from '@fanfare/contract';
import { planOf, quotaPeriodOf, summariseUsage } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import type { Database } from '../db/database.ts';
import { requireCaller } from '../http/caller.ts';
import { findQuotaCounter } from './quota.table.ts';

type Deps = { readonly db: Database; readonly now: () => Date };

export function usageHandlers(deps: Deps) {
  return initServer().router(contract.usage, {
    get: async ({ res }) => {
      const caller = requireCaller(res);
      const plan = planOf(caller.plan);
      const period = quotaPeriodOf(deps.now());
      const counter = await findQuotaCounter(deps.db, caller.projectId, period.start, plan);
      return { status: 200, body: summariseUsage(plan, period, counter) };
    },
  });
}
