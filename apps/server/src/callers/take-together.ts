import type { RateCount, RateLimit } from '@fanfare/rules';
import type { CallersPool, PublishingPool } from '../db/database.ts';
import { inBatchesOfRequests } from '../db/in-batches.ts';
import type { Logger } from '../log/log.ts';
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
      const firsts = takings.filter((one, at) => takings.findIndex((other) => isSame(one, other)) === at);
      const counts = await takeRateLimits(deps.publishing, firsts, lockMs);
      return takings.map((taking) => counts[firsts.indexOf(taking)] ?? null);
    },
    onFailed: (err, requests) =>
      deps.log.warn({ err, requests }, 'requests were not counted together, they are counted one by one'),
    waitingPerProject: deps.waitingPerProject,
  });
  // A key and a project have shares of their own.
  return (callerId, limit, requests) => take({ projectId: callerId, keyId: callerId, limit, requests });
}

const isSame = (one: Taking, other: Taking): boolean =>
  one.keyId === other.keyId && one.limit.name === other.limit.name;
