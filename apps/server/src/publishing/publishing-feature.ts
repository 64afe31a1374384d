import { tmpdir } from 'node:os';
import type { Platform } from '@fanfare/contract';
import type { MediaBytes } from '@fanfare/media-file';
import {
  type Clock,
  createMediaSource,
  createPageReader,
  createPartBuffers,
  type DiskBudget,
  type Egress,
  type Http,
  type MediaLimits,
  type MediaSource,
  type OpenHosted,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { OpenCredential } from '../accounts/credentials/open-credential.ts';
import type { Networks } from '../config/networks.ts';
import type { PublishingPool } from '../db/database.ts';
import { systemClock } from '../process/clock.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import type { Bulkheads } from './bulkheads.ts';
import { type Checkpoint, noCheckpoint } from './checkpoint.ts';
import { draftOf } from './draft-of.ts';
import { startLeaseHeartbeat } from './lease-heartbeat.ts';
import { type ClaimedTarget, type PostRef, publishPost } from './publish-post.ts';
import { type ExecutorDeps, publishTarget, type TargetRun } from './publish-target.ts';
import type { RestoreGuard } from './restore-guard.ts';
import { createRunner, type RunnerDeps } from './runner.ts';
import { postgresStore } from './target-store.ts';
import type { TargetRow } from './targets.table.ts';

/** Each minute's look-ahead overlaps the next one. */
const LOOK_AHEAD_SECONDS = 70;

export type PublishingDeps = {
  readonly db: PublishingPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly http: Http;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly countPages: (file: MediaBytes & { readonly contentType: string }, owner: string) => Promise<number | null>;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
  readonly openCredential: OpenCredential;
  readonly restoreGuard: Pick<RestoreGuard, 'epoch'>;
  readonly mediaDiskBudget: DiskBudget;
  /** Opens hosted files of a project. */
  readonly openHosted: (projectId: string) => OpenHosted;
  /** Hosts copies of files that networks cannot fetch, for a post; null where none are sent. */
  readonly hostCopy: ((post: PostRef) => NonNullable<MediaSource['hostCopy']>) | null;
  /** The draft that a network gets: with the addresses of converted files. */
  readonly toSentDraft: (projectId: string, platform: Platform, draft: Draft) => Promise<Draft>;
  readonly observe: ExecutorDeps['observe'] & RunnerDeps['observe'];
  /** Makes a span of a run; null without tracing. */
  readonly trace: ((target: TargetRow, run: () => Promise<TargetRow>) => Promise<TargetRow>) | null;
  /** Call it when a target may have settled, which has an event. */
  readonly wakeEvents: () => void;
  /** The name of this process on its leases. */
  readonly instance: string;
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  readonly lateLimitSeconds: number;
  /** Time that a stop waits for another server to settle what this one handed over. */
  readonly handedOverMs: number;
  readonly mediaLimits?: Partial<MediaLimits> | undefined;
  readonly checkpoint?: Checkpoint | undefined;
};

/** The executor and its callers: requests, the schedule and recovery. */
export function publishingFeature(deps: PublishingDeps) {
  const { db, log, bulkheads, egress, trace } = deps;
  const controller = new AbortController();
  const stopping = controller.signal;
  const heartbeat = startLeaseHeartbeat(deps);
  const executor: ExecutorDeps = {
    ...{ ...deps, stopping },
    store: postgresStore(deps),
    readPage: createPageReader({ egress }),
    inAccountLane: bulkheads.inAccountLane,
    checkpoint: deps.checkpoint ?? noCheckpoint,
    renewLease: heartbeat.keep,
    findFollowUps: () =>
      void runner
        .findWork(LOOK_AHEAD_SECONDS)
        .catch((err: unknown) => log.error({ err }, 'looking for what follows a post failed')),
  };
  const parts = createPartBuffers();
  const runs = {
    async publishTarget(run: TargetRun): Promise<TargetRow> {
      const { projectId, platform } = run.target;
      const publish = async () =>
        publishTarget(executor, { ...run, draft: await deps.toSentDraft(projectId, platform, run.draft) });
      try {
        return await (trace ? trace(run.target, publish) : publish());
      } finally {
        heartbeat.release({ targetId: run.target.id, token: run.target.leaseToken });
        deps.wakeEvents();
      }
    },
    openMediaSource: (post: PostRef) => {
      const { projectId: owner } = post;
      const source = createMediaSource({
        ...{ egress, parts, owner, tempDir: tmpdir(), diskBudget: deps.mediaDiskBudget },
        openHosted: deps.openHosted(owner),
        countPages: ({ slice: read, ...file }) => deps.countPages({ ...file, read }, owner),
        // The speed of another machine is always measured in real time.
        clock: systemClock,
        ...(deps.mediaLimits && { limits: deps.mediaLimits }),
      });
      return { ...source, ...(deps.hostCopy && { hostCopy: deps.hostCopy(post) }) };
    },
  };
  const runner = createRunner({
    ...deps,
    clock: systemClock,
    epoch: deps.restoreGuard.epoch,
    async run({ target, post, remainingMs }, onAnswered) {
      const media = runs.openMediaSource(target);
      const deadlineMs = Math.max(1, Math.floor(remainingMs));
      const of = { target, draft: draftOf(target, post), scheduled: target.dueAt !== null || post.publishAt !== null };
      await runs.publishTarget({ ...of, media, deadlineMs, onAnswered }).finally(() => media.close());
    },
  });
  bulkheads.onFreed(runner.wake);

  return {
    jobs: { 'find-due-posts': () => runner.findWork(LOOK_AHEAD_SECONDS) },
    /** Aborted once a stop has begun. */
    stopping,
    /** Looks for work after this time. */
    wakeIn: runner.wakeIn,
    findWork: runner.findWork,
    publishPost: (claimed: readonly ClaimedTarget[]): Promise<TargetRow[]> =>
      publishPost({ db, log, ...runs, stopping, stoppingMs: deps.handedOverMs }, claimed),
    /** Takes nothing new, hands over targets that only wait, and resolves when all is done. */
    async drain(): Promise<void> {
      controller.abort(new Error('The process is to stop.'));
      await runner.stop().then(bulkheads.idle);
    },
    stop: heartbeat.stop,
  };
}
