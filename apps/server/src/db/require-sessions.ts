import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { hostsOf } from './database-hosts.ts';

const TIMEOUT_MS = 10_000;
/** Poolers with other clients swap connections at random times, so that one check is not enough. */
const CHECKS = 3;
const PIN = "set fanfare.session = 'own'";

const REFUSAL =
  'DATABASE_URL leads to a pooler that gives the connection to another client after each transaction (PgBouncer: pool_mode = transaction or statement). Set pool_mode = session for this database, or set DATABASE_URL to the address of PostgreSQL itself.';

/**
 * Refuses a connection pooler that does not keep sessions, with ConfigError: our locks, settings
 * and prepared statements would leak to other clients. A session keeps its own server process,
 * which a pooler in transaction mode violates. One whose second connection waits longer than
 * `waitMs` has a single connection.
 */
export async function requireSessions(databaseUrl: string, waitMs = TIMEOUT_MS): Promise<void> {
  const open = (query_timeout: number) =>
    hostsOf(databaseUrl).open({ connectionTimeoutMillis: TIMEOUT_MS, query_timeout });
  const first = await open(TIMEOUT_MS);
  let second: pg.Client | null = null;
  try {
    second = await open(waitMs);
    // Some poolers pin a connection at the first change of the session (RDS Proxy: SET).
    await first.query(PIN);
    if (!(await isServed(second))) return;
    for (let check = 0; check < CHECKS; check++) {
      const own = await processOf(first);
      mustBe((await processOf(first)) === own);
      // A limit of the role would end this session between two checks.
      await second.query('begin; set local idle_in_transaction_session_timeout = 0');
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
    await Promise.all([first, second].map((client) => client?.end().catch(() => undefined)));
  }
}

/** False when the second connection waits until the first one ends: then sessions are kept. */
async function isServed(second: pg.Client): Promise<boolean> {
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

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}
