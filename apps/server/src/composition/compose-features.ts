import { isExempt } from '@fanfare/network';
import { connectHubAccount } from '../accounts/hubs/connect-hub.ts';
import { listSpaces } from '../accounts/hubs/list-spaces.ts';
import type { AppDeps } from '../api/app.ts';
import { refuseRestored } from '../http/refuse-restored.ts';
import { createPost } from '../posts/create-post.ts';
import { createLookUpRequest } from '../posts/look-up-together.ts';
import { readPostMetrics } from '../posts/metrics/read-post-metrics.ts';
import { createRecordPost } from '../posts/record-together.ts';
import { validatePost } from '../posts/validate-post.ts';
import { systemClock } from '../process/clock.ts';
import { createKeyedSemaphore } from '../process/semaphore.ts';
import { createRepost } from '../reposts/create-repost.ts';
import { noRepostCheckpoint } from '../reposts/repost-journal.ts';
import { repostPost } from '../reposts/repost-post.ts';
import type { Base } from './compose-base.ts';
import type { Publishing } from './compose-publishing.ts';

/** How long a network may take to return the metrics of one target, including a renewal of its credential. */
const METRICS_MS = 10_000;
/** Concurrent reads of metrics per network, so that publishing always finds a connection. */
const CONCURRENT_READS = 16;

/** A little longer than a statement that is not answered. */
const KEY_WAIT_MS = 20_000;

type Features = Pick<
  AppDeps,
  | 'createPost'
  | 'countPublish'
  | 'validatePost'
  | 'repostPost'
  | 'createRepost'
  | 'readPostMetrics'
  | 'connectHub'
  | 'listSpaces'
>;

/** What handlers call, each feature with only what it needs. */
export function composeFeatures(base: Base, publishing: Publishing): Features {
  const { config, options, callers: db, ids, log, http, clock, now, networks, keyRing, bulkheads, instance } = base;
  const { openCredential, stopping, publishPost, wakeIn } = publishing;
  const { leaseSeconds } = base.timings;
  const isStopping = () => stopping.aborted;

  const judging = { db, networks, now, isHostAllowed: (url: URL) => isExempt(base.egress, url) };
  const { waitingPerProject } = config.databaseShares;
  const together = { log, alone: db, batches: base.publishing, waitingPerProject };
  const creating = {
    ...{ ...judging, ids, bulkheads, instance, leaseSeconds, isStopping, publishPost, wakeIn },
    keyMutex: createKeyedSemaphore(1),
    keyWaitMs: options.keyWaitMs ?? KEY_WAIT_MS,
    lookUpRequest: createLookUpRequest(together),
    recordPost: createRecordPost(together),
  };
  const publishLimit = { name: 'publishes', perMinute: config.limits.publishesPerMinute } as const;
  const asking = { db, log, http, clock, networks, openCredential, now };
  const reposting = {
    // It writes to networks, so it has the connections that publish.
    ...{ ...asking, db: base.publishing, ids, bulkheads, leaseSeconds, stopping, isStopping },
    inAccountLane: bulkheads.inAccountLane,
    checkpoint: options.repostCheckpoint ?? noRepostCheckpoint,
    pause: (ms: number) => systemClock.sleep(ms),
  };
  const connecting = {
    ...{ db, ids, http, clock, log, keyRing, networks },
    isHostAllowed: judging.isHostAllowed,
  };
  const reads = createKeyedSemaphore(CONCURRENT_READS);
  const reading = { ...asking, readMs: options.metricsMs ?? METRICS_MS, reads };

  return {
    ...refuseRestored(base.restoreGuard, {
      createPost: (command) => createPost(creating, command),
      repostPost: (command) => repostPost(reposting, command),
      createRepost: (caller, body) => createRepost(reposting, caller, body),
    } satisfies Partial<Features>),
    countPublish: (callerId) => base.rateLimiter.check(publishLimit, callerId),
    validatePost: (command) => validatePost(judging, command),
    readPostMetrics: (command) => readPostMetrics(reading, command),
    connectHub: (caller, body) => connectHubAccount(connecting, caller, body),
    listSpaces: (caller, accountId, query) => listSpaces(asking, caller, accountId, query),
  };
}
