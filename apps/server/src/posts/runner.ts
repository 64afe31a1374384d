import type { Clock } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Bulkheads } from './bulkheads.ts';
import { draftOf } from './draft-of.ts';
import { type ClaimedRow, claimDue } from './due-targets.table.ts';

/** While more is due than there is room for, one claim this often fills all places that came free, instead of one claim for each. */
const FULL_PAUSE_MS = 20;
/** Suspects that run at once; the next ones are taken when all of these have ended. */
const SUSPECTS_AT_ONCE = 4;

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bulkheads: Bulkheads;
  readonly instance: string;
  readonly leaseSeconds: number;
  readonly lateLimitSeconds: number;
  /** The newest epoch of the restore guard. */
  readonly epoch: () => Date;
  readonly run: (claimed: ClaimedRow, draft: Draft) => Promise<void>;
  readonly observe: { late(ms: number, platform: string): void };
};

/** Runs due and abandoned targets, as many at once as there is room for. */
export type Runner = {
  /** Looks for work now. Calls while it is looking make it look once more. */
  wake(): void;
  /** Takes nothing new from now on, and resolves when a claim that was under way has been dealt with. */
  stop(): Promise<void>;
};

export function createRunner(deps: Deps): Runner {
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let suspects = 0;

  const look = async (): Promise<void> => {
    do {
      again = false;
      const took = await claimOthers();
      if (took > 0) again = true;
      else if (suspects === 0) await claimSuspects();
    } while (again && !stopped);
  };

  /** Whatever there is room for. The end of each makes the runner look again. */
  const claimOthers = async (): Promise<number> => {
    const room = deps.bulkheads.room();
    if (room <= 0 || stopped) return 0;
    const claimed = await claimDue(deps.db, { ...claimSettings(), of: 'others', limit: room });
    for (const row of claimed) start(row);
    if (claimed.length === room) await deps.clock.sleep(FULL_PAUSE_MS);
    return claimed.length;
  };

  /**
   * Targets whose runs ended without a word several times run beside the rest, a few at a time: a server may never be without work, and most of them were
   * only there when a neighbour took the process down.
   */
  const claimSuspects = async (): Promise<void> => {
    const limit = Math.min(deps.bulkheads.room(), SUSPECTS_AT_ONCE);
    if (limit <= 0 || stopped) return;
    const claimed = await claimDue(deps.db, { ...claimSettings(), of: 'suspects', limit });
    suspects += claimed.length;
    for (const row of claimed) {
      void start(row).finally(() => {
        suspects--;
        if (suspects === 0) wake();
      });
    }
  };

  const claimSettings = () => ({
    owner: deps.instance,
    leaseSeconds: deps.leaseSeconds,
    lateLimitSeconds: deps.lateLimitSeconds,
    epoch: deps.epoch(),
  });

  const start = (row: ClaimedRow): Promise<void> => {
    const leave = deps.bulkheads.take(1);
    if (row.target.leaseToken === 1) deps.observe.late(row.lateMs, row.target.platform);
    return deps
      .run(row, draftOf(row.target, row.post))
      .catch((err: unknown) =>
        deps.log.error({ targetId: row.target.id, err }, 'the end of a target could not be stored'),
      )
      .finally(() => {
        leave();
        wake();
      });
  };

  const wake = (): void => {
    again = true;
    if (stopped || looking) return;
    looking = look()
      .catch((err: unknown) => deps.log.error({ err }, 'looking for due targets failed'))
      .finally(() => {
        looking = null;
      });
  };

  return {
    wake,
    async stop() {
      stopped = true;
      await looking;
    },
  };
}
