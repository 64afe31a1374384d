import { ConfigError } from '../config.ts';
import type { Database } from './database.ts';
import { readFingerprints, writeFingerprint } from './instance.table.ts';

/**
 * Refuses to start on a copy that was not last worked with: in a database restored from a backup, everything that fell due since the backup looks as if it
 * had never been published, and would go out a second time. `fanfare recover` marks that window, or confirms that nothing was lost, and opens the way.
 */
export async function checkRestored(db: Database): Promise<void> {
  const { now, lastUsed } = await readFingerprints(db);
  if (lastUsed === null) return writeFingerprint(db, now);
  if (lastUsed === now) return;
  throw new ConfigError(
    `This database is another copy than the one that was last worked with (a restored backup, a promoted standby, or a copied installation). Posts that were published after the copy was made would be published again. Before the server starts, run one of:
  fanfare recover since <time the backup was taken>   marks what may have been published since as outcome_unknown
  fanfare recover complete                            when the copy holds every commit (an orderly move, a synchronous standby)`,
  );
}
