import type { CallersPool, PublishingPool, UpkeepPool } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import { authenticate, authenticateBearer } from './authenticate.ts';
import { startCallerCache } from './caller-cache.ts';
import { findCaller, findCallers, touchApiKeys } from './callers.table.ts';
import { countRequest } from './count-request.ts';
import { jsonBody } from './json-body.ts';
import { startKeyUseWriter } from './key-use-writer.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { purgeRateLimits } from './rate-limits.table.ts';
import { createRefusedKeys } from './refused-keys.ts';
import { purgeSessions } from './sessions/sessions.table.ts';
import { createTakeRateLimit } from './take-together.ts';

export type CallersDeps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  readonly publishing: PublishingPool;
  readonly log: Logger;
  readonly monotonicMs: () => number;
  readonly baseUrl: string;
  readonly restoreGuard: { onRestored(listener: () => void): void };
  /** Limit of a key or session; the limit of a project follows from it. */
  readonly requestsPerMinute: number;
  readonly refusedKeysPerMinute: number;
  /** Limit of waiting requests of one project. */
  readonly waitingPerProject: number;
};

/** Authentication and rate limits, cached by each server (docs/adr/0030). */
export function callersFeature(deps: CallersDeps) {
  const { db, upkeep, log, monotonicMs } = deps;
  const callerCache = startCallerCache({
    ...{ log, monotonicMs },
    readCaller: (keySha256) => findCaller(db, keySha256),
    readCallers: (keySha256s) => findCallers(upkeep, keySha256s),
  });
  deps.restoreGuard.onRestored(callerCache.clear);
  const keyUseWriter = startKeyUseWriter({ log, write: (keyIds) => touchApiKeys(upkeep, keyIds) });
  const rateLimiter = createRateLimiter({ log, monotonicMs, take: createTakeRateLimit(deps) });
  const refusedKeys = createRefusedKeys({ perMinute: deps.refusedKeysPerMinute, monotonicMs });
  return {
    rateLimiter,
    /** Middleware of the API, in the order of use. */
    authenticate: authenticate({ ...deps, callerCache, keyUseWriter, refusedKeys }),
    /** The first of them for a client that can only send a key. */
    authenticateBearer: (challenge: string) =>
      authenticateBearer({ callerCache, keyUseWriter, refusedKeys }, challenge),
    countRequest: countRequest({
      rateLimiter,
      requestLimit: { name: 'requests', perMinute: deps.requestsPerMinute },
    }),
    readJson: jsonBody({ rateLimiter }),
    jobs: {
      'delete-sessions': () => purgeSessions(upkeep),
      'delete-rate-limits': () => purgeRateLimits(upkeep),
    },
    async stop(): Promise<void> {
      callerCache.stop();
      await keyUseWriter.stop();
    },
  };
}
