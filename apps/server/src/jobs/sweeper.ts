import type { PublishingPool } from '../db/database.ts';
import { sweepReposts } from '../posts/reposts/reposts.table.ts';
import { SWEPT_REPOST_ERRORS } from '../posts/reposts/run-repost.ts';
import type { Logger } from '../process/log/log.ts';
import { errorDetail } from '../publishing/error-detail.ts';
import type { RestoreGuard } from '../publishing/restore-guard.ts';
import { sweepTargets } from '../publishing/stuck-targets.table.ts';

const TARGET_ERRORS = {
  doubt: errorDetail('outcome_unknown'),
  lost: errorDetail('worker_lost'),
  missed: errorDetail('schedule_missed'),
};

type Deps = {
  readonly db: PublishingPool;
  readonly log: Logger;
  readonly restoreGuard: Pick<RestoreGuard, 'advance'>;
  /** Looks for due targets now, and sets timers for those due within these seconds. */
  readonly findWork: (seconds: number) => Promise<void>;
  readonly observe: { swept(settled: { readonly platform: string; readonly code: string }): void };
  readonly sweepMs: number;
  readonly leaseSeconds: number;
  readonly lateLimitSeconds: number;
  readonly onSwept?: (() => void) | undefined;
};

/** Settles targets and reposts that no run settles, and finds due work, on every server. */
export function startSweeper(deps: Deps): { stop(): void } {
  const { db, log, restoreGuard, observe, sweepMs, leaseSeconds, lateLimitSeconds, onSwept } = deps;

  const sweep = async (): Promise<void> => {
    // In a restored database abandoned targets may have been published.
    if (!(await restoreGuard.advance())) return;
    const swept = await sweepTargets(db, { errors: TARGET_ERRORS, lateLimitSeconds, leaseSeconds });
    for (const settled of swept) observe.swept(settled);
    await deps.findWork((sweepMs * 2) / 1_000);
    await sweepReposts(db, SWEPT_REPOST_ERRORS);
  };
  const sweepNow = () =>
    void sweep()
      .catch((err: unknown) => log.warn({ err }, 'a sweep failed'))
      .finally(onSwept);

  const timer = setInterval(sweepNow, sweepMs);
  sweepNow();
  return { stop: () => clearInterval(timer) };
}
