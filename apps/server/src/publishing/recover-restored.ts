import type { DatabasePool } from '../db/database.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { movePositions } from '../events/event-positions.table.ts';
import { reconcileUsage } from '../usage/reconcile.table.ts';
import { reconcileJournal } from './reconcile-journal.table.ts';
import { signGuard } from './restore-guard.table.ts';
import { markDueUnknown } from './stuck-targets.table.ts';
import type { ErrorDetail } from './targets.table.ts';

/**
 * Makes a restored database usable again, all or nothing. Ends with `error` the targets that may
 * have been published since the backup, after the usage was reconciled so that they can end. Live
 * writes return to the journal, and event positions move ahead. Returns how many targets it ended.
 */
export const recoverRestored = (db: DatabasePool, error: ErrorDetail): Promise<number> =>
  // It may deadlock with a run that still settles.
  retryTransient(() =>
    db.transaction(async (tx) => {
      await reconcileUsage(tx);
      const marked = await markDueUnknown(tx, error);
      // No run that began before settles anything from here on.
      await reconcileJournal(tx);
      await movePositions(tx);
      await signGuard(tx);
      return marked;
    }),
  );
