import type { DatabasePool } from '../db/database.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { movePositions } from '../events/relay.table.ts';
import { reconcileUsage } from '../usage/reconcile.table.ts';
import { reconcileJournal } from './reconcile-journal.table.ts';
import { signGuard } from './restore-guard.table.ts';
import { markDueUnknown } from './stuck-targets.table.ts';
import type { ErrorDetail } from './targets.table.ts';

/**
 * Makes a database that was restored from a backup one that servers may work with: all or nothing. Ends with `error` what may have been published since the
 * backup, after its units were made to agree, so that nothing keeps it from ending; what is live gets its write in the journal, and positions of events are moved ahead. Returns how many targets it ended.
 */
export const recoverRestored = (db: DatabasePool, error: ErrorDetail): Promise<number> =>
  // It may deadlock with a run that still settles.
  retryTransient(() =>
    db.transaction(async (tx) => {
      await reconcileUsage(tx);
      const marked = await markDueUnknown(tx, error);
      // From here on no run that began before settles anything: what it settled is committed and visible.
      await reconcileJournal(tx);
      await movePositions(tx);
      await signGuard(tx);
      return marked;
    }),
  );
