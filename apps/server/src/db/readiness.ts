import { setTimeout as passed } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { DatabaseLink } from './database-link.ts';

/** Balancers give up on a probe after seconds. */
const PROBE_MS = 5_000;

export type DatabaseState = 'ready' | 'read-only' | 'unavailable';

/** Whether the database answers, has the tables and accepts writes. It knows within five seconds. */
export async function readDatabaseState(
  { db, link }: { readonly db: Database; readonly link: Pick<DatabaseLink, 'markLost'> },
  probeMs = PROBE_MS,
): Promise<DatabaseState> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      readState(db).catch(() => 'unavailable' as const),
      passed(probeMs, 'unavailable' as const, { signal, ref: false }),
    ]).then((state) => {
      // Not even statements that only read shall use them: what they find may be old.
      if (state === 'read-only') link.markLost();
      return state;
    });
  } finally {
    over.abort();
  }
}

/** Sessions are set to write, so only a server that takes no writes is read-only. */
async function readState(db: Database): Promise<DatabaseState> {
  const { rows } = await db.query<{ is_read_only: boolean }>({
    text: "select current_setting('transaction_read_only')::boolean as is_read_only from instance",
  });
  return rows.some((row) => row.is_read_only) ? 'read-only' : 'ready';
}
