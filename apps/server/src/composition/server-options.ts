import type { Clock, Egress, MediaLimits } from '@fanfare/network';
import type { AddHubDrivers, AddNetworks, Networks } from '../config/networks.ts';
import type { WebhookTimes } from '../events/webhooks/webhooks-feature.ts';
import type { startJobs } from '../jobs/start-jobs.ts';
import type { Logger } from '../log/log.ts';
import type { Ids } from '../process/ids.ts';
import type { Checkpoint } from '../publishing/checkpoint.ts';
import type { RepostCheckpoint } from '../reposts/repost-journal.ts';

export type Timings = {
  /** How long a run owns a target without renewing its lease. */
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  /** How often every server looks for abandoned and overdue targets, and for what falls due soon. */
  readonly sweepMs: number;
};

export const TIMINGS: Timings = { leaseSeconds: 60, heartbeatMs: 15_000, sweepMs: 10_000 };

/** How long a stop waits; 45 seconds in all, closing included. */
export type StopTimeouts = {
  /** For what is being published. Another run continues from the journal of what is not done then. */
  readonly drainMs: number;
  /** For another server to settle what this one handed over, before the caller gets `unavailable`. */
  readonly handedOverMs: number;
  /** For closing. After this, connections to networks and the database that are still in use are cut. */
  readonly closeMs: number;
};

export const STOP_TIMEOUTS: StopTimeouts = { drainMs: 40_000, handedOverMs: 15_000, closeMs: 3_000 };

/** What an installation adds to a server, and what tests replace in it. */
export type ServerOptions = {
  readonly log: Logger;
  readonly addNetworks?: AddNetworks | undefined;
  readonly addHubDrivers?: AddHubDrivers | undefined;
  /** Replaces the database's time, for tests that move it. */
  readonly clock?: Clock;
  /** The process's own clock, which decides nothing. */
  readonly processClock?: Clock;
  /** Replaces the clock that says how old a remembered answer is; it never goes back. */
  readonly monotonicMs?: () => number;
  readonly ids?: Ids;
  readonly networks?: Networks;
  readonly resolve?: Egress['resolve'];
  readonly mediaLimits?: Partial<MediaLimits>;
  readonly webhookTimes?: Partial<WebhookTimes>;
  readonly timings?: Partial<Timings>;
  readonly stopTimeouts?: Partial<StopTimeouts>;
  /** How long a statement may take; that of `openDatabase` by default. */
  readonly statementTimeoutMs?: number;
  /** How long a request waits behind others with its idempotency key; 20 seconds by default. */
  readonly keyWaitMs?: number;
  readonly startJobs?: typeof startJobs;
  /** Called when a sweep has ended; the first one begins with the server. */
  readonly onSwept?: () => void;
  readonly checkpoint?: Checkpoint;
  readonly repostCheckpoint?: RepostCheckpoint;
  readonly metricsMs?: number;
  /** How often a quiet event stream sends a comment. */
  readonly eventHeartbeatMs?: number;
  /** The built dashboard, `apps/dashboard/dist` by default. */
  readonly dashboardFolder?: string;
  /** The built documentation, `apps/docs/dist` by default. */
  readonly docsFolder?: string;
};
