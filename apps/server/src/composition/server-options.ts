import type { Clock, Egress, MediaLimits } from '@fanfare/network';
import type { AddHubDrivers, AddNetworks, Networks } from '../config/networks.ts';
import type { WebhookTimes } from '../events/webhooks/webhooks-feature.ts';
import type { startJobs } from '../jobs/start-jobs.ts';
import type { RepostCheckpoint } from '../posts/reposts/repost-journal.ts';
import type { UnpublishCheckpoint } from '../posts/unpublish/unpublish-journal.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import type { Checkpoint } from '../publishing/checkpoint.ts';

export type Timings = {
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  /** Interval of the look for abandoned and overdue targets, and for those due soon. */
  readonly sweepMs: number;
};

export const TIMINGS: Timings = { leaseSeconds: 60, heartbeatMs: 15_000, sweepMs: 10_000 };

/** Waits of a stop; 45 seconds in all, closing included. */
export type StopTimeouts = {
  /** Wait for running publishes. Another run continues unfinished ones from the journal. */
  readonly drainMs: number;
  /** Wait until another server settles a handed-over post; then the caller gets `unavailable`. */
  readonly handedOverMs: number;
  /** Wait for closing. Then connections in use are cut. */
  readonly closeMs: number;
};

export const STOP_TIMEOUTS: StopTimeouts = { drainMs: 40_000, handedOverMs: 15_000, closeMs: 3_000 };

/** Additions of an installation, and replacements of tests. */
export type ServerOptions = {
  readonly log: Logger;
  readonly addNetworks?: AddNetworks | undefined;
  readonly addHubDrivers?: AddHubDrivers | undefined;
  /** Replaces the database's time, for tests that move it. */
  readonly clock?: Clock;
  /** Clock of the process, which decides nothing. */
  readonly processClock?: Clock;
  /** Replaces the clock for the age of cached answers; it never goes back. */
  readonly monotonicMs?: () => number;
  readonly ids?: Ids;
  readonly networks?: Networks;
  readonly resolve?: Egress['resolve'];
  readonly mediaLimits?: Partial<MediaLimits>;
  /** Longest wait for a byte of an upload. */
  readonly uploadIdleMs?: number;
  readonly webhookTimes?: Partial<WebhookTimes>;
  readonly timings?: Partial<Timings>;
  readonly stopTimeouts?: Partial<StopTimeouts>;
  /** Limit of a statement; that of `openDatabase` by default. */
  readonly statementTimeoutMs?: number;
  /** Wait for other servers after a promotion of the database; 20 seconds by default. */
  readonly historyWaitMs?: number;
  /** Wait of a request behind others with its idempotency key; 20 seconds by default. */
  readonly keyWaitMs?: number;
  readonly startJobs?: typeof startJobs;
  /** Runs after each sweep; the first one begins with the server. */
  readonly onSwept?: () => void;
  readonly checkpoint?: Checkpoint;
  readonly repostCheckpoint?: RepostCheckpoint;
  readonly unpublishCheckpoint?: UnpublishCheckpoint;
  readonly metricsMs?: number;
  readonly eventHeartbeatMs?: number;
  /** Folder of the dashboard, `apps/dashboard/dist` by default. */
  readonly dashboardFolder?: string;
  /** Folder of the documentation, `apps/docs/dist` by default. */
  readonly docsFolder?: string;
};
