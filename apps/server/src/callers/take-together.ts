import type { RateCount, RateLimit } from '@fanfare/rules';
import type { CallersPool, PublishingPool } from '../db/database.ts';
import { inBatchesOfRequests } from '../db/in-batches.ts';
import type { Logger } from '../process/log/log.ts';
import { type Taking, takeRateLimits } from './rate-limits.table.ts';

type Deps = {
  readonly log: Logger;
  readonly db: CallersPool;
  readonly publishing: PublishingPool;
  /** Limit of waiting requests of one project. */
  readonly waitingPerProject: number;
};

type Queued = Taking & { readonly projectId: string };

/** Takes requests of several keys and projects in one statement. */
export function createTakeRateLimit(
  deps: Deps,
): (callerId: string, limit: RateLimit, requests: number) => Promise<RateCount> {
  const take = inBatchesOfRequests<Queued, RateCount>({
    alone: async (taking) => (await takeRateLimits(deps.db, [taking]))[0]!,
    async together(takings, lockMs) {
      // A statement changes each row once; the others of its limit follow alone.
      const byLimit = new Map(takings.map((taking) => [`${taking.keyId} ${taking.limit.name}`, taking]));
      const taken = [...byLimit.values()];
      const counts = await takeRateLimits(deps.publishing, taken, lockMs);
      const countOf = new Map(taken.map((taking, at) => [taking, counts[at]!]));
      return takings.map((taking) => countOf.get(taking) ?? null);
    },
    onFailed: (err, requests) =>
      deps.log.warn({ err, requests }, 'requests were not counted together, they are counted one by one'),
    waitingPerProject: deps.waitingPerProject,
  });
  // A key and a project have separate shares.
  return (callerId, limit, requests) => take({ projectId: callerId, keyId: callerId, limit, requests });
}
