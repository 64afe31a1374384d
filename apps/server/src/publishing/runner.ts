import type { Clock } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import { endsWithin } from '../process/ends-within.ts';
import type { Logger } from '../process/log/log.ts';
import { createAlarm } from './alarm.ts';
import type { Bulkheads } from './bulkheads.ts';
import { MOST_CLAIMED } from './choose-due.table.ts';
import { type ClaimedRow, claimDue, lookAhead } from './due-targets.table.ts';

/** While more is due than fits, one claim per pause fills all free slots. */
const FULL_PAUSE_MS = 20;
/** Pause after a failed claim, shorter than the time to the next sweep. */
const AFTER_FAILURE_MS = 1_000;
/** Wait of a stop for a claim that hangs. Its targets are free when their leases end. */
const STOP_CLAIM_MS = 1_000;
/** First number of suspects that run at once. */
const FIRST_SUSPECTS = 4;

export type RunnerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bulkheads: Bulkheads;
  readonly instance: string;
  readonly leaseSeconds: number;
  readonly lateLimitSeconds: number;
  /** The newest epoch of the restore guard. */
  readonly epoch: () => Date;
  /** `onAnswered` may be called once only the settle is left. */
  readonly run: (claimed: ClaimedRow, onAnswered: () => void) => Promise<void>;
  readonly observe: { late(ms: number, platform: string): void };
};

/** Claims and runs targets that are due or abandoned, as many at once as there is capacity for. */
export type Runner = {
  /** Looks for work now; once more when it is already looking. */
  wake(): void;
  /** Looks for work after this time. */
  wakeIn(ms: number): void;
  /** Looks for work now, and whenever a target falls due within these seconds. */
  findWork(seconds: number): Promise<void>;
  /** Claims nothing more, and resolves when the current claim has ended, or hangs. */
  stop(): Promise<void>;
};

export function createRunner(deps: RunnerDeps): Runner {
  let claiming: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  /** A stop no longer waits for the current claim; its targets are not run. */
  let abandoned = false;
  let suspects = 0;
  /** Suspects may be due. */
  let mayBeSuspects = false;
  let suspectsAtOnce = FIRST_SUSPECTS;
  /** The project served last, by network. */
  const lastProjects: Record<string, string> = {};

  const claimWork = async (): Promise<void> => {
    do {
      again = false;
      // Suspects first: in a backlog the others would leave no slot.
      if (mayBeSuspects && suspects === 0) await claimSuspects();
      if (await claimOthers()) again = true;
    } while (again && !stopped);
  };

  /**
   * Claims as much as there is capacity for, or only the reserved slots of networks when there is
   * none. True if more may be due: a claim that leaves slots free has taken everything.
   */
  const claimOthers = async (): Promise<boolean> => {
    const limit = Math.max(0, Math.min(deps.bulkheads.available(), MOST_CLAIMED));
    if (stopped) return false;
    const claimed = await claimDue(deps.db, { ...claimSettings(), of: 'others', limit });
    if (abandoned) return false;
    const isFilled = claimed.length >= limit || claimed.some(({ moreIsDue }) => moreIsDue);
    for (const row of claimed) {
      if (row.lastProject !== null) lastProjects[row.target.platform] = row.lastProject;
      start(row);
    }
    if (deps.bulkheads.available() <= 0) await deps.clock.sleep(FULL_PAUSE_MS);
    // Targets on full hubs are left out, and more may be due behind them.
    return claimed.length > 0 && (isFilled || claimed.some(({ hub }) => hub !== null));
  };

  /**
   * Suspects are targets whose runs crashed several times. They run beside the others, a few at a
   * time: one of them may crash this process again, but most only ran beside the one that does. The
   * number doubles each time this process outlives all of them.
   */
  const claimSuspects = async (): Promise<void> => {
    const limit = Math.min(deps.bulkheads.available(), suspectsAtOnce);
    if (limit <= 0 || stopped) return;
    mayBeSuspects = false;
    const claimed = await claimDue(deps.db, { ...claimSettings(), of: 'suspects', limit }).catch((err: unknown) => {
      mayBeSuspects = true;
      throw err;
    });
    if (abandoned) return;
    if (claimed.length === 0) suspectsAtOnce = FIRST_SUSPECTS;
    suspects += claimed.length;
    for (const row of claimed) {
      void start(row).finally(() => {
        suspects--;
        mayBeSuspects = true;
        if (suspects > 0) return;
        suspectsAtOnce = Math.min(2 * suspectsAtOnce, MOST_CLAIMED);
        wake();
      });
    }
  };

  const claimSettings = () => ({
    owner: deps.instance,
    leaseSeconds: deps.leaseSeconds,
    lateLimitSeconds: deps.lateLimitSeconds,
    epoch: deps.epoch(),
    hubs: deps.bulkheads.hubsAvailable(),
    networks: deps.bulkheads.networkSlots(),
    lastProjects,
  });

  const start = (row: ClaimedRow): Promise<void> => {
    const slot = deps.bulkheads.take(row.target.platform, row.hub);
    if (row.target.leaseToken === 1) deps.observe.late(row.lateMs, row.target.platform);
    const wakeIfFreed = (free: () => boolean): void => {
      // While other slots are free, nothing waits, except on hubs or after another server's claim.
      const mayWait = deps.bulkheads.available() < deps.bulkheads.targetsInFlight || row.hub !== null;
      if (free() && mayWait) wake();
    };
    return deps
      .run(row, () => wakeIfFreed(slot.startSettling))
      .catch((err: unknown) =>
        deps.log.error({ targetId: row.target.id, err }, 'the end of a target could not be stored'),
      )
      .finally(() => wakeIfFreed(slot.leave));
  };

  const wake = (): void => {
    again = true;
    if (stopped || claiming) return;
    claiming = claimWork()
      .catch((err: unknown) => {
        deps.log.error({ err }, 'looking for due targets failed');
        again = false;
        alarm.wakeIn([AFTER_FAILURE_MS]);
      })
      .finally(() => {
        claiming = null;
        if (again) wake();
      });
  };

  const alarm = createAlarm(wake);
  return {
    wake,
    wakeIn: (ms) => alarm.wakeIn([ms]),
    async findWork(seconds) {
      mayBeSuspects = true;
      alarm.wakeIn(await lookAhead(deps.db, seconds));
      wake();
    },
    async stop() {
      stopped = true;
      alarm.stop();
      abandoned = claiming !== null && !(await endsWithin(STOP_CLAIM_MS, claiming));
    },
  };
}
