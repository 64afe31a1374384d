import pg from 'pg';
import { ConfigError } from '../config.ts';

const TIMEOUT_MS = 10_000;
/** In a pooler that others use as well, connections change hands meanwhile: what one look does not see, another does. */
const LOOKS = 3;
const PIN = "set fanfare.session = 'own'";

const REFUSAL =
  'DATABASE_URL leads to a pooler that gives a connection to somebody else after each transaction (PgBouncer: pool_mode = transaction or statement). Set pool_mode = session for this database, or give the address of PostgreSQL itself.';

/**
 * Refuses a connection pooler that does not keep a session together: locks, settings and prepared statements of ours would belong to whoever comes next.
 * Throws ConfigError.
 *
 * A session has one server process from its beginning to its end, and no other session has the same. A pooler by transaction breaks one of the two: whether it
 * gives out the connection that came back last, or each in turn, or has only one.
 */
export async function requireSessions(databaseUrl: string): Promise<void> {
  const [first, second] = [open(databaseUrl), open(databaseUrl)];
  try {
    await first.connect();
    await second.connect();
    // Poolers that pin a connection to a session do so at the first thing that belongs to the session (RDS Proxy: SET).
    await first.query(PIN);
    if (!(await hasRoom(second))) return;
    for (let look = 0; look < LOOKS; look++) {
      const own = await processOf(first);
      mustBe((await processOf(first)) === own);
      await second.query('begin');
      mustBe((await processOf(second)) !== own);
      mustBe((await processOf(first)) === own);
      await second.query('rollback');
    }
  } catch (error) {
    // PgBouncer in statement mode.
    if (error instanceof Error && /statement pooling/.test(error.message))
      throw new ConfigError(REFUSAL, { cause: error });
    throw error;
  } finally {
    await Promise.all([end(first), end(second)]);
  }
}

/** A second connection that waits until the first one ends is behind a session that is kept. */
async function hasRoom(second: pg.Client): Promise<boolean> {
  try {
    await second.query(PIN);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'Query read timeout') return false;
    throw error;
  }
}

function mustBe(isSession: boolean): void {
  if (!isSession) throw new ConfigError(REFUSAL);
}

function open(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  // Every statement hears of a connection that breaks; the event comes on top.
  client.on('error', () => undefined);
  return client;
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

const end = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
