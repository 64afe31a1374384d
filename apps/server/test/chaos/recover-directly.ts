import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { errorDetail } from '../../src/publishing/error-detail.ts';
import { recoverRestored } from '../../src/publishing/recover-restored.ts';

/** Like `fanfare recover since`. */
export async function recoverDirectly(url: string): Promise<void> {
  const db: DatabasePool = openDatabase({ url, maxConnections: 1, onError: () => undefined });
  try {
    await recoverRestored(db, errorDetail('outcome_unknown'));
  } finally {
    await db.close();
  }
}
