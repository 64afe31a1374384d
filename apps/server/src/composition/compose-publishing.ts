import { tmpdir } from 'node:os';
import { createMediaSource, createPageReader } from '@fanfare/network';
import { createOpenCredential, type OpenCredential } from '../accounts/credentials/open-credential.ts';
import { findCredentialsIn } from '../accounts/credentials/read-credential.ts';
import { renewDueCredentials } from '../accounts/credentials/refresh-job.ts';
import { createRenewCredential } from '../accounts/credentials/renew-credential.ts';
import type { JobRuns } from '../jobs/job-list.ts';
import { startSweeper } from '../jobs/sweeper.ts';
import { systemClock } from '../process/clock.ts';
import { noCheckpoint } from '../publishing/checkpoint.ts';
import { type LeaseHeartbeat, startLeaseHeartbeat } from '../publishing/lease-heartbeat.ts';
import { type ClaimedTarget, publishPost } from '../publishing/publish-post.ts';
import { type ExecutorDeps, publishTarget, type TargetRun } from '../publishing/publish-target.ts';
import { runDueTarget } from '../publishing/run-due-target.ts';
import { createRunner } from '../publishing/runner.ts';
import { postgresStore } from '../publishing/target-store.ts';
import type { TargetRow } from '../publishing/targets.table.ts';
import type { Base } from './compose-base.ts';
import type { Events } from './compose-events.ts';

/** The look of each minute goes a little further ahead than the next one. */
const LOOK_AHEAD_SECONDS = 70;

export type Publishing = ReturnType<typeof composePublishing>;

/** The executor with everything that calls it: requests, the schedule, recovery and the sweeper. */
export function composePublishing(base: Base, events: Pick<Events, 'wake'>) {
  const { config, options, publishing: db, clock, log, networks, bulkheads, metrics, instance, restoreGuard } = base;
  const { leaseSeconds, heartbeatMs, sweepMs } = base.timings;
  const lateLimitSeconds = config.publishLateHours * 3_600;
  const controller = new AbortController();
  const stopping = controller.signal;

  const { openCredential, renewCredential } = composeCredentials(base);
  const heartbeat = startLeaseHeartbeat({ db, log, leaseSeconds, heartbeatMs });
  const runs = composeRuns(base, { openCredential, heartbeat, stopping, onRunEnd: events.wake });
  const runner = createRunner({
    ...{ db, log, bulkheads, instance, leaseSeconds, lateLimitSeconds, observe: metrics },
    clock: systemClock,
    epoch: restoreGuard.epoch,
    run: (claimed, onAnswered) => runDueTarget(runs, claimed, onAnswered),
  });
  bulkheads.onFreed(runner.wake);
  const { findWork } = runner;
  const sweeping = { restoreGuard, findWork, sweepMs, leaseSeconds, lateLimitSeconds, observe: metrics };
  const sweeper = startSweeper({ db, log, ...sweeping, onSwept: options.onSwept });

  return {
    openCredential,
    jobs: {
      'find-due-posts': () => findWork(LOOK_AHEAD_SECONDS),
      'renew-credentials': (stopping) => renewDueCredentials({ db, networks, clock, log, renewCredential }, stopping),
    } satisfies Partial<JobRuns>,
    /** Aborted once a stop has begun. */
    stopping,
    /** Looks for work in so many milliseconds. */
    wakeIn: runner.wakeIn,
    publishPost(claimed: readonly ClaimedTarget[]): Promise<TargetRow[]> {
      const stoppingMs = base.stopTimeouts.handedOverMs;
      return publishPost({ db, log, ...runs, stopping, stoppingMs }, claimed);
    },
    /** Takes nothing new, hands over what only waits, and resolves when nothing is in flight. */
    async drain(): Promise<void> {
      controller.abort(new Error('The process is to stop.'));
      sweeper.stop();
      await runner.stop().then(bulkheads.idle);
    },
    stop: heartbeat.stop,
  };
}

function composeCredentials({ publishing: db, networks, http, clock, log, keyRing, ids, metrics }: Base) {
  const reading = { findCredential: findCredentialsIn(db), clock, log, keyRing };
  const asking = { ...reading, db, networks, http, randomBytes: ids.secret, observe: metrics };
  const renewCredential = createRenewCredential(asking);
  return {
    renewCredential,
    openCredential: createOpenCredential({ ...reading, renewCredential }),
  };
}

type RunParts = {
  readonly openCredential: OpenCredential;
  readonly heartbeat: LeaseHeartbeat;
  readonly stopping: AbortSignal;
  /** Called when a run has ended: its target may have settled. */
  readonly onRunEnd: () => void;
};

function composeRuns(base: Base, { openCredential, heartbeat, stopping, onRunEnd }: RunParts) {
  const {
    options,
    publishing: db,
    clock,
    ids,
    log,
    networks,
    http,
    egress,
    bulkheads,
    metrics,
    tracing,
    timings,
  } = base;
  const tempDir = tmpdir();
  const executor: ExecutorDeps = {
    ...{ clock, ids, log, networks, http, openCredential, stopping, observe: metrics },
    store: postgresStore({ db, log, leaseSeconds: timings.leaseSeconds }),
    readPage: createPageReader({ egress }),
    inAccountLane: bulkheads.inAccountLane,
    checkpoint: options.checkpoint ?? noCheckpoint,
    renewLease: heartbeat.keep,
  };
  return {
    async publishTarget(run: TargetRun): Promise<TargetRow> {
      try {
        return await (tracing
          ? tracing.publish(run.target, () => publishTarget(executor, run))
          : publishTarget(executor, run));
      } finally {
        heartbeat.release({ targetId: run.target.id, token: run.target.leaseToken });
        onRunEnd();
      }
    },
    openMediaSource: (owner: string) =>
      createMediaSource({
        egress,
        tempDir,
        room: base.mediaDiskBudget,
        parts: base.mediaParts,
        owner,
        // How slowly another machine sends is always measured in real time.
        clock: systemClock,
        ...(options.mediaLimits && { limits: options.mediaLimits }),
      }),
  };
}
