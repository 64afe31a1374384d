import type { Clock, Egress, Http } from '@fanfare/network';
import type { OpenCredential } from '../accounts/credentials/open-credential.ts';
import type { RateLimiter } from '../callers/rate-limiter.ts';
import type { Networks } from '../config/networks.ts';
import type { CallersPool, ListsPool, PublishingPool } from '../db/database.ts';
import type { FindHosted } from '../media/find-hosted.ts';
import type { CountPages } from '../media/pages/page-counter.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { createKeyedSemaphore } from '../process/semaphore.ts';
import type { Bulkheads } from '../publishing/bulkheads.ts';
import type { ClaimedTarget } from '../publishing/publish-post.ts';
import type { RestoreGuard } from '../publishing/restore-guard.ts';
import type { TargetRow } from '../publishing/targets.table.ts';
import { createLookUpRequest } from './look-up-together.ts';
import { metricsHandlers } from './metrics/metrics.handlers.ts';
import { postsHandlers } from './posts.handlers.ts';
import { createRecordPost } from './record-together.ts';
import { createSettledPostCache } from './settled-post-cache.ts';

/** Time limit of a network for the metrics of one target, including a renewal of its credential. */
const METRICS_MS = 10_000;
/** Concurrent reads of metrics per network, so that publishing always finds a connection. */
const CONCURRENT_READS = 16;
/** A little longer than an unanswered statement. */
const KEY_WAIT_MS = 20_000;

export type PostsDeps = {
  readonly db: CallersPool;
  readonly lists: ListsPool;
  /** Connections for batches of several requests. */
  readonly publishing: PublishingPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly http: Http;
  readonly clock: Clock;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
  readonly rateLimiter: RateLimiter;
  readonly restoreGuard: Pick<RestoreGuard, 'isRestored' | 'onRestored'>;
  readonly isHostAllowed: (url: URL) => boolean;
  readonly egress: Egress;
  readonly countPages: CountPages;
  readonly openCredential: OpenCredential;
  readonly findHosted: FindHosted;
  readonly publishPost: (claimed: readonly ClaimedTarget[]) => Promise<TargetRow[]>;
  readonly wakeIn: (ms: number) => void;
  readonly stopping: AbortSignal;
  /** The name of this process on its leases. */
  readonly instance: string;
  readonly leaseSeconds: number;
  /** Limit of posts of one project that wait to be recorded or looked up. */
  readonly waitingPerProject: number;
  readonly publishesPerMinute: number;
  /** Wait of a request behind others with its idempotency key; 20 seconds by default. */
  readonly keyWaitMs?: number | undefined;
  /** Time limit of a network for metrics; 10 seconds by default. */
  readonly metricsMs?: number | undefined;
};

/** Requests for posts, their lists and their metrics. */
export function postsFeature(deps: PostsDeps) {
  const settledPosts = createSettledPostCache(deps);
  deps.restoreGuard.onRestored(settledPosts.clear);
  return {
    handlers: {
      posts: {
        ...postsHandlers({
          ...deps,
          settledPosts,
          keyMutex: createKeyedSemaphore(1),
          keyWaitMs: deps.keyWaitMs ?? KEY_WAIT_MS,
          lookUpRequest: createLookUpRequest(deps),
          recordPost: createRecordPost(deps),
        }),
        ...metricsHandlers({
          ...deps,
          reads: createKeyedSemaphore(CONCURRENT_READS),
          readMs: deps.metricsMs ?? METRICS_MS,
        }),
      },
    },
    /** Forgets remembered answers: a removal has deleted targets. */
    forgetPosts: settledPosts.clear,
  };
}
