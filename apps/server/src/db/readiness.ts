import { endsWithin } from '../process/ends-within.ts';
import type { Database } from './database.ts';
import type { DatabaseLink } from './database-link.ts';
import { DatabaseReadOnly } from './database-unavailable.ts';

/** Balancers give up on a probe after seconds. */
const PROBE_MS = 5_000;

export type DatabaseState = 'ready' | 'read-only' | 'unavailable';

/** Whether the database answers within five seconds, has the tables and accepts writes. */
export async function readDatabaseState(deps: {
  readonly db: Database;
  readonly link: Pick<DatabaseLink, 'markLost'>;
}): Promise<DatabaseState> {
  const read = readState(deps.db).catch((error: unknown) =>
    error instanceof DatabaseReadOnly ? ('read-only' as const) : ('unavailable' as const),
  );
  const state = (await endsWithin(PROBE_MS, read)) ? await read : 'unavailable';
  // Reads there may find old data as well.
  if (state === 'read-only') deps.link.markLost();
  return state;
}

/** Reads the state. Sessions are set to write, so only a server without writes is read-only. */
async function readState(db: Database): Promise<DatabaseState> {
  const { rows } = await db.query<{ is_read_only: boolean }>({
    text: "select current_setting('transaction_read_only')::boolean as is_read_only from instance",
  });
  return rows.some((row) => row.is_read_only) ? 'read-only' : 'ready';
}
