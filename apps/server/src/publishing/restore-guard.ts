import { ConfigError } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import type { HistoryCheck } from './history-check.ts';
import {
  type Advanced,
  advanceGuard,
  type GuardFacts,
  markRestored,
  readGuard,
  signGuard,
} from './restore-guard.table.ts';
import { recordUnknownIntents } from './unknown-intents.table.ts';

type Deps = {
  readonly db: Database;
  readonly log: Logger;
  readonly history: Pick<HistoryCheck, 'onLost' | 'noteAccepted' | 'noteRunning'>;
};

/** Knowledge of a running server about its copy of the data. */
export type RestoreGuard = {
  /** The newest epoch seen. Due targets are claimed only from a database that is not older. */
  readonly epoch: () => Date;
  /** True after a restore was detected. Nothing is published until `fanfare recover` has run. */
  readonly isRestored: () => boolean;
  /** Calls `listener` when a restore is detected and when it is recovered: forget earlier reads. */
  onRestored(listener: () => void): void;
  /** Checks and advances the epoch in the database. False when this server must not publish. */
  advance(): Promise<boolean>;
};

/**
 * Refuses to start on a restored copy of the data: targets that fell due since the backup look
 * unpublished there and would be published twice. `fanfare recover` resolves that and allows the
 * start. The returned guard detects a restore while the server runs.
 */
export async function openRestoreGuard({ db, log, history }: Deps): Promise<RestoreGuard> {
  const start = await admit({ db, log });
  if (start === null) throw new ConfigError(refusal((await readGuard(db)).epoch));
  history.noteAccepted(start);
  await history.noteRunning(db);
  let { epoch } = start;
  let isRestored = false;
  const listeners: (() => void)[] = [];
  const callListeners = (): void => {
    for (const listener of listeners) listener();
  };
  history.onLost(() => {
    if (!isRestored) callListeners();
    isRestored = true;
  });
  return {
    epoch: () => epoch,
    isRestored: () => isRestored,
    onRestored: (listener) => void listeners.push(listener),
    async advance() {
      const advanced = await advanceGuard(db, epoch);
      if (advanced === null) {
        // Stored in the database, as a server that starts later knows no epoch.
        if (!isRestored) {
          await markRestored(db);
          callListeners();
        }
        isRestored = true;
        log.error(
          { lastSeen: epoch },
          'the database was restored while this server runs; nothing is published until "fanfare recover" has run',
        );
        return false;
      }
      if (isRestored) {
        callListeners();
        log.info({}, 'the restored database was recovered; publishing continues');
      }
      history.noteAccepted(advanced);
      await history.noteRunning(db);
      isRestored = false;
      epoch = advanced.epoch;
      return true;
    },
  };
}

async function admit({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<Advanced | null> {
  const facts = await readGuard(db);
  if (!isLastUsed(facts)) return null;
  if (facts.lastUsed === null) return signGuard(db);
  if (facts.lastUsed === facts.fingerprint) return advanceGuard(db, new Date(0));
  // An older version did not record the tables. If they were ever restored, it may be just now.
  if (facts.wasReloaded) {
    const targets = await recordUnknownIntents(db);
    if (targets > 0)
      log.warn(
        { targets },
        'the database may have been restored: due targets are read back from their networks before they are sent',
      );
  }
  return signGuard(db);
}

/** True for the data that servers last used, or that no server has used. */
export const isLastUsed = (facts: GuardFacts): boolean =>
  facts.isOurs &&
  !facts.hasBilledDue &&
  (facts.lastUsed === null || facts.lastUsed === facts.fingerprint || isOlderForm(facts));

/** Cluster, timeline and database, without the tables. */
const isOlderForm = ({ lastUsed, fingerprint }: GuardFacts): boolean =>
  lastUsed === fingerprint.slice(0, fingerprint.lastIndexOf('/'));

const refusal = (epoch: Date | null): string =>
  `This is not the database that servers last used: another copy of the data, or an older state of it (a restored backup, a promoted standby, or a copied installation).${
    epoch === null ? '' : ` Servers last used this data at ${epoch.toISOString()}.`
  } Posts that were published after the copy was made would be published again. Before the server starts, run one of:
  fanfare recover since <time the backup was taken>   marks what may have been published since as outcome_unknown
  fanfare recover complete                            when the copy holds every commit (an orderly move, a synchronous standby)`;
