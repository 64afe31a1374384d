import pg from 'pg';
import { DISK_FULL } from './disk-space.ts';

// Timestamps leave the table files as Date, bigint counters as number (all are far below 2^53), dates as 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Anything statements can be sent to: the pool, or one connection inside a transaction. */
export type Database = {
  /** `name` prepares the statement once per connection; give it to statements of the hot path. */
  query<Row extends pg.QueryResultRow>(statement: {
    text: string;
    values?: unknown[];
    name?: string;
  }): Promise<pg.QueryResult<Row>>;
};

export type DatabasePool = Database & {
  /** `work` runs a second time when a newer version changed a table meanwhile: it does nothing that `rollback` does not undo. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The database could not be reached, or the connection was lost in the middle of a statement. Whether the statement took effect is then unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Each named statement is planned once for a session. PostgreSQL would otherwise plan a statement with short arrays again and again, which costs more than running
 * it. A plan that is kept must suit a table that has grown since: it reads rows by an index, also where the table was small.
 */
const KEPT_PLANS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off;';

/**
 * A connection that keeps plans is opened and planned for in some 20 ms, so it stays open while nothing is due: posts that are due on the hour would wait for it.
 * Probes notice when the other side is gone, and keep routers from forgetting it (they do after 4 minutes or more).
 */
const WHILE_IDLE = { idleTimeoutMillis: 5 * 60_000, keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * Settings of every session. Set by a statement and not in the start-up packet, because PgBouncer refuses connections with `options` there
 * (https://www.pgbouncer.org/config.html, `ignore_startup_parameters`, checked 2026-11). Behind one, this first statement also waits for a free connection.
 */
const sessionOf = (statementTimeoutMs: number, keepsPlans: boolean) => ({
  // jit costs milliseconds on statements that take microseconds.
  text: `set jit = off; ${keepsPlans ? KEPT_PLANS : ''} set statement_timeout = ${statementTimeoutMs}; set lock_timeout = 10000; set idle_in_transaction_session_timeout = 30000; set timezone = UTC`,
  query_timeout: CONNECT_TIMEOUT_MS,
});

/**
 * Opens a pool on one PostgreSQL database. `onError` is called when an idle connection breaks; the next query opens a new one. `onDiskFull` is called when
 * PostgreSQL refuses a statement because its disk is full.
 */
export function openDatabase(options: {
  url: string;
  maxConnections: number;
  statementTimeoutMs?: number;
  /** Each named statement is planned once for a session: for what runs all the time and reads rows by their keys. */
  keepsPlans?: boolean;
  onError: (error: Error) => void;
  onDiskFull?: () => void;
}): DatabasePool {
  const session = sessionOf(options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS, options.keepsPlans ?? false);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: 'fanfare',
    ...(options.keepsPlans ? WHILE_IDLE : {}),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    onConnect: (client) => client.query(session),
  });
  pool.on('error', options.onError);
  const onClient = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    withClient(pool, work).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === DISK_FULL) options.onDiskFull?.();
      throw error;
    });
  return {
    query: (statement) => onClient((client) => client.query(statement)),
    transaction: async (work) => {
      try {
        return await onClient((client) => inTransaction(client, work));
      } catch (error) {
        if (!isOutdatedPlan(error)) throw error;
        // Nothing of it has happened. Other connections may have outdated plans as well.
        return onClient((client) => inTransaction(withoutPlans(client), work));
      }
    },
    close: () => pool.end(),
  };
}

async function inTransaction<T>(client: Client, work: (tx: Database) => Promise<T>): Promise<T> {
  await client.query({ text: 'begin' });
  try {
    const result = await work(client);
    await client.query({ text: 'commit' });
    return result;
  } catch (error) {
    await client.query({ text: 'rollback' }).catch(client.discard);
    throw error;
  }
}

type Client = Database & {
  /** Prevents the connection from being used again. */
  discard(): void;
};

/** Runs `work` on one connection of the pool. The connection is reused unless it broke: an error that PostgreSQL returns for a statement does not close it. */
async function withClient<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new DatabaseUnavailable('No connection to the database.', { cause });
  });
  let broken = false;
  const discard = (): void => {
    broken = true;
  };
  // A broken connection rejects every waiting statement and also emits this event, which would end the process without a listener.
  client.on('error', discard);
  const query = (statement: pg.QueryConfig): Promise<pg.QueryResult> =>
    client
      .query(statement)
      .catch((cause: unknown) => {
        if (!isOutdatedPlan(cause)) throw cause;
        discard();
        return prepareAnew(client, statement, cause);
      })
      .catch((cause: unknown) => {
        if (!isConnectionFailure(cause)) throw cause;
        discard();
        throw new DatabaseUnavailable('The connection to the database failed.', { cause });
      });
  try {
    return await work({ query, discard });
  } finally {
    client.off('error', discard);
    client.release(broken);
  }
}

const withoutName = ({ name: _, ...unnamed }: pg.QueryConfig): pg.QueryConfig => unnamed;

const withoutPlans = (client: Client): Client => ({
  ...client,
  query: (statement) => client.query(withoutName(statement)),
});

/** PostgreSQL refuses a prepared statement whose columns changed, before it does anything: a newer version has migrated (PostgreSQL 18, plancache.c). */
const isOutdatedPlan = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '0A000' && cause.routine === 'RevalidateCachedQuery';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: in_failed_sql_transaction */
const TRANSACTION_FAILED = '25P02';

/** The statement once more without its name. In a transaction, which the refusal has ended, the refusal itself is thrown, and the transaction begins again. */
async function prepareAnew(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
  refusal: unknown,
): Promise<pg.QueryResult> {
  return client.query(withoutName(statement)).catch((error: unknown) => {
    throw error instanceof pg.DatabaseError && error.code === TRANSACTION_FAILED ? refusal : error;
  });
}

/** What PostgreSQL says when it ends a session: 08 connection, 57P shutdown, 25P03 and 25P04 a transaction that took too long (PostgreSQL 18, appendix A). */
const SESSION_ENDED = /^(?:08|57P|25P0[34])/;

/** Whether the session has ended. False for a statement that was refused, and for a value that cannot be sent. */
function isConnectionFailure(cause: unknown): boolean {
  if (cause instanceof TypeError || cause instanceof RangeError) return false;
  return !(cause instanceof pg.DatabaseError) || SESSION_ENDED.test(cause.code ?? '');
}

/** Whether PostgreSQL refused a statement because of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
