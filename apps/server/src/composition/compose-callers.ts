import { type CallerCache, startCallerCache } from '../callers/caller-cache.ts';
import { findCaller, findCallers, touchApiKeys } from '../callers/callers.table.ts';
import { type KeyUseWriter, startKeyUseWriter } from '../callers/key-use-writer.ts';
import { createRateLimiter, type RateLimiter } from '../callers/rate-limiter.ts';
import { takeRateLimit } from '../callers/rate-limits.table.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import { createSettledPostCache, type SettledPostCache } from '../posts/settled-post-cache.ts';
import type { RestoreGuard } from '../publishing/restore-guard.ts';

type Deps = {
  readonly callers: Database;
  readonly upkeep: Database;
  readonly log: Logger;
  readonly monotonicMs: () => number;
  readonly restoreGuard: Pick<RestoreGuard, 'onRestored'>;
};

type Callers = {
  readonly callerCache: CallerCache;
  readonly keyUseWriter: KeyUseWriter;
  readonly rateLimiter: RateLimiter;
  readonly settledPosts: SettledPostCache;
};

/** What a server remembers between requests, so that most of them need no statement for their key, its limits and a settled post (docs/adr/0030). */
export function composeCallers({ callers, upkeep, log, monotonicMs, restoreGuard }: Deps): Callers {
  const settledPosts = createSettledPostCache({ monotonicMs });
  restoreGuard.onRestored(settledPosts.clear);
  const callerCache = startCallerCache({
    ...{ log, monotonicMs },
    readCaller: (keySha256) => findCaller(callers, keySha256),
    readCallers: (keySha256s) => findCallers(upkeep, keySha256s),
  });
  restoreGuard.onRestored(callerCache.clear);
  return {
    keyUseWriter: startKeyUseWriter({ log, write: (keyIds) => touchApiKeys(upkeep, keyIds) }),
    rateLimiter: createRateLimiter({
      ...{ log, monotonicMs },
      take: (callerId, limit, requests) => takeRateLimit(callers, callerId, limit, requests),
    }),
    ...{ callerCache, settledPosts },
  };
}
