import { tmpdir } from 'node:os';
import {
  type Clock,
  createMediaSource,
  createPageReader,
  type DiskBudget,
  type Egress,
  type Http,
  type MediaLimits,
} from '@fanfare/network';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { purgeConnectAttempts } from './connect/connect-attempts.table.ts';
import type { KeyRing } from './credentials/key-ring.ts';
import { createOpenCredential, type OpenCredential } from './credentials/open-credential.ts';
import { findCredentialsIn } from './credentials/read-credential.ts';
import { createRefreshJob } from './credentials/refresh-job.ts';
import { createRenewCredential } from './credentials/renew-credential.ts';
import type { DatabasePool } from './db/database.ts';
import type { RestoreGuard } from './db/restore-guard.ts';
import type { Ids } from './ids.ts';
import { createAlarm } from './jobs/alarm.ts';
import type { startMinuteTick } from './jobs/minute-tick.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Networks } from './networks.ts';
import type { Bulkheads } from './posts/bulkheads.ts';
import type { Checkpoint } from './posts/checkpoint.ts';
import { lookAhead } from './posts/due-targets.table.ts';
import { errorDetail } from './posts/error-detail.ts';
import { type ClaimedTarget, publishPost } from './posts/publish-post.ts';
import { type ExecutorDeps, publishTarget, type TargetRun } from './posts/publish-target.ts';
import { createRunner } from './posts/runner.ts';
import { sweepTargets } from './posts/stuck-targets.table.ts';
import { postgresStore } from './posts/target-store.ts';
import { type Lease, renewLeases, type TargetRow } from './posts/targets.table.ts';
import { sweepReposts } from './reposts/reposts.table.ts';
import { SWEPT_REPOST_ERRORS } from './reposts/run-repost.ts';

export type Timings = {
  /** How long a run owns a target without renewing. */
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  /** How often every server looks for abandoned and overdue targets, and arms what falls due soon. */
  readonly sweepMs: number;
};

export const TIMINGS: Timings = { leaseSeconds: 60, heartbeatMs: 15_000, sweepMs: 10_000 };

const KEEP_EVERY_MS = 5 * 60_000;

/** How long a stop waits; 45 seconds in all, closing included. */
export type StopTimeouts = {
  /** For what is being published. What is not done then is taken up from its journal. */
  readonly drainMs: number;
  /** For another server to settle what was handed over, before its caller is told to ask again. */
  readonly handedOverMs: number;
};

export const STOP_TIMEOUTS: StopTimeouts = { drainMs: 40_000, handedOverMs: 15_000 };

type Parts = {
  readonly config: Config;
  readonly db: DatabasePool;
  readonly restoreGuard: RestoreGuard;
  readonly http: Http;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly keyRing: KeyRing;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
  readonly metrics: Metrics;
  readonly instance: string;
  readonly timings: Timings;
  readonly stopTimeouts: StopTimeouts;
  readonly checkpoint: Checkpoint;
  readonly startMinuteTick: typeof startMinuteTick;
  readonly mediaLimits: Partial<MediaLimits> | undefined;
  readonly mediaDiskBudget: DiskBudget;
};

export type Publishing = {
  readonly publishPost: (claimed: readonly ClaimedTarget[]) => Promise<TargetRow[]>;
  readonly openCredential: OpenCredential;
  /** Lets this process look for work so many milliseconds from now. */
  wakeIn(ms: number): void;
  /** Aborted once `stop` has begun. */
  readonly stopping: AbortSignal;
  /** Takes nothing new, hands over what only waits, and resolves when nothing is in flight or patience has run out; false then. */
  drain(): Promise<boolean>;
  stop(): Promise<void>;
};

/** The executor with everything that calls it: requests, the schedule, recovery and the sweeper. */
export function composePublishing(parts: Parts): Publishing {
  const { config, db, clock, ids, log, networks, http, bulkheads, metrics, timings, stopTimeouts, instance } = parts;
  const stopping = new AbortController();
  const { keyRing } = parts;
  const findCredential = findCredentialsIn(db);
  const renewCredential = createRenewCredential({
    db,
    findCredential,
    networks,
    http,
    clock,
    log,
    keyRing,
    randomBytes: ids.secret,
    observe: metrics,
  });
  const openCredential = createOpenCredential({ findCredential, clock, log, keyRing, renewCredential });
  const refreshJob = createRefreshJob({ db, networks, clock, log, renewCredential });
  // The runs going on in this process, and until when their leases are kept: a run that goes on a lease longer than it may has hung, and keeps nothing.
  const running = new Map<string, { readonly lease: Lease; readonly until: number }>();
  const executor: ExecutorDeps = {
    store: postgresStore({ db, leaseSeconds: timings.leaseSeconds }),
    clock,
    ids,
    log,
    networks,
    http,
    openCredential,
    readPage: createPageReader({ egress: parts.egress }),
    inAccountLane: bulkheads.inAccountLane,
    checkpoint: parts.checkpoint,
    stopping: stopping.signal,
    observe: metrics,
    keepLease: (lease, ms) =>
      void running.set(nameOf(lease), { lease, until: performance.now() + ms + timings.leaseSeconds * 1_000 }),
  };
  const runTarget = async (run: TargetRun): Promise<TargetRow> => {
    try {
      return await publishTarget(executor, run);
    } finally {
      running.delete(nameOf({ targetId: run.target.id, token: run.target.leaseToken }));
    }
  };
  const openMediaSource = () =>
    createMediaSource({
      egress: parts.egress,
      tempDir: tmpdir(),
      room: parts.mediaDiskBudget,
      // Always the process's own clock: how slowly another machine sends is measured in real time.
      clock: systemClock,
      ...(parts.mediaLimits && { limits: parts.mediaLimits }),
    });

  const lateLimitSeconds = config.publishLateHours * 3_600;
  const runner = createRunner({
    db,
    clock: systemClock,
    log,
    bulkheads,
    instance,
    leaseSeconds: timings.leaseSeconds,
    lateLimitSeconds,
    epoch: parts.restoreGuard.epoch,
    observe: metrics,
    async run({ target, post, remainingMs }, draft) {
      const media = openMediaSource();
      try {
        await runTarget({
          target,
          draft,
          media,
          deadlineMs: Math.max(1, Math.floor(remainingMs)),
          scheduled: post.publishAt !== null,
        });
      } finally {
        await media.close();
      }
    },
  });
  const alarm = createAlarm(runner.wake);

  const sweepErrors = {
    doubt: errorDetail('outcome_unknown'),
    lost: errorDetail('worker_lost'),
    missed: errorDetail('schedule_missed'),
  };
  const sweep = async (): Promise<void> => {
    // Of what a restore brought back, nothing is settled either: it may be live.
    if (!(await parts.restoreGuard.advance())) return;
    const limits = { lateLimitSeconds, leaseSeconds: timings.leaseSeconds };
    for (const settled of await sweepTargets(db, { errors: sweepErrors, ...limits })) metrics.swept(settled);
    alarm.wakeIn(await lookAhead(db, (timings.sweepMs * 2) / 1_000));
    runner.wake();
    await sweepReposts(db, SWEPT_REPOST_ERRORS);
  };
  const sweeping = setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'a sweep failed')),
    timings.sweepMs,
  );
  const heartbeat = setInterval(() => {
    const now = performance.now();
    const kept = [...running.values()].flatMap(({ lease, until }) => (until > now ? [lease] : []));
    if (kept.length === 0) return;
    renewLeases(db, kept, timings.leaseSeconds).catch((err: unknown) =>
      log.warn({ err }, 'leases could not be renewed'),
    );
  }, timings.heartbeatMs);
  const minuteTick = parts.startMinuteTick({
    databaseUrl: config.databaseUrl,
    log,
    async tick() {
      alarm.wakeIn(await lookAhead(db, 70));
      runner.wake();
      await purgeConnectAttempts(db);
      await refreshJob.run();
    },
  });
  // Should the minute never ring: each server looks for itself, at its own moments.
  const keeping = setInterval(
    () => void refreshJob.run().catch((err: unknown) => log.warn({ err }, 'keeping accounts alive failed')),
    KEEP_EVERY_MS * (1 + ids.secret(1).readUInt8() / 255),
  );
  // What a former process left behind is not made to wait for the first sweep.
  void sweep().catch((err: unknown) => log.warn({ err }, 'a sweep failed'));

  return {
    stopping: stopping.signal,
    openCredential,
    async publishPost(claimed) {
      try {
        return await publishPost(
          {
            db,
            log,
            openMediaSource,
            publishTarget: runTarget,
            stopping: stopping.signal,
            stoppingMs: stopTimeouts.handedOverMs,
          },
          claimed,
        );
      } finally {
        // Due targets that found no room are looked for again once this post has left.
        if (bulkheads.room() <= 0) setImmediate(runner.wake);
      }
    },
    wakeIn: (ms) => alarm.wakeIn([ms]),
    async drain() {
      stopping.abort(new Error('The process is to stop.'));
      clearInterval(sweeping);
      clearInterval(keeping);
      alarm.stop();
      const drained = Promise.all([runner.stop().then(bulkheads.idle), refreshJob.stop()]);
      return Promise.race([drained.then(() => true), afterMs(stopTimeouts.drainMs).then(() => false)]);
    },
    async stop() {
      clearInterval(heartbeat);
      await minuteTick.stop();
    },
  };
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const nameOf = ({ targetId, token }: Pick<Lease, 'targetId' | 'token'>): string => `${targetId} ${token}`;
