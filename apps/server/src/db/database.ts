import pg from 'pg';
import { takeCommitId } from './commit-id.ts';
import type { CommitLog } from './commit-log.ts';
import { type DatabaseHosts, hostsOf } from './database-hosts.ts';
import { createDatabaseLink, type DatabaseLink } from './database-link.ts';
import { DatabaseReadOnly, DatabaseUnavailable } from './database-unavailable.ts';
import { DISK_FULL } from './disk-space.ts';
import { withoutPartition } from './partitioned-tables.ts';
import { sessionSettings } from './session.ts';

// Table files return timestamps as Date, bigints as number (all far below 2^53), dates as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Runs statements: a pool, or one connection inside a transaction. */
export type Database = {
  /** `name` prepares the statement once per connection, for statements of the hot path. */
  query<Row extends pg.QueryResultRow>(statement: {
    text: string;
    values?: unknown[];
    name?: string;
  }): Promise<pg.QueryResult<Row>>;
};

export type DatabasePool = Database & {
  /** `work` runs again when a newer version changed a table: do nothing that cannot roll back. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

declare const use: unique symbol;
/** Makes pools of different uses different types. A plain pool fits all. */
type PoolFor<Use extends string> = { readonly [use]?: Use };

/** The pool of publishes, and of batches of several requests. */
export type PublishingPool = DatabasePool & PoolFor<'publishing'>;
/** The pool of work beside requests. */
export type UpkeepPool = DatabasePool & PoolFor<'upkeep'>;
/** The pool of requests, within the share of each. */
export type CallersPool = DatabasePool & PoolFor<'callers'>;
/** The pool of lists of requests. */
export type ListsPool = Database & PoolFor<'lists'>;
/** Connections of a pool, and callers that wait for one. */
export type PoolUse = { readonly inUse: number; readonly idle: number; readonly waiting: number };

/** A connection before a pool uses it. */
export type NewConnection = pg.ClientBase;

/** Knowledge of a server about its commits in the database. */
export type DatabaseHistory = {
  readonly commits: Pick<CommitLog, 'begin' | 'confirm'>;
  /** Checks that a new connection leads to a database with all commits. */
  admit(client: NewConnection): Promise<void>;
  /** Number of times that commits were found missing. */
  losses(): number;
};

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** PostgreSQL ends a statement at its limit, and counts as gone this long after it. */
const ANSWER_MS = 2_000;
const LIMITS = { lockTimeoutMs: 10_000, idleInTransactionMs: 30_000 };

/** Opening and planning take 20 ms, which posts that are due on the hour would wait for. */
const WHILE_IDLE = { idleTimeoutMillis: 5 * 60_000 };

/**
 * Opens a pool on a PostgreSQL database. `onError` is called when an idle connection breaks; the
 * next query opens a new one. `onDiskFull` is called when PostgreSQL's disk is full.
 */
export function openDatabase(options: {
  url: string;
  maxConnections: number;
  statementTimeoutMs?: number | undefined;
  /** Plans each named statement once per session, for frequent statements that read by keys. */
  keepsPlans?: boolean;
  /** The name of the sessions in PostgreSQL; `fanfare` by default. */
  applicationName?: string;
  /** Shared by the pools of one database. */
  link?: DatabaseLink;
  /** Shared by the pools of a server; a command has none. */
  history?: DatabaseHistory;
  onError: (error: Error) => void;
  /** A connection broke while it was used. */
  onBroken?: () => void;
  onDiskFull?: () => void;
}): DatabasePool & { use(): PoolUse } {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, link = createDatabaseLink() } = options;
  const hosts = hostsOf(options.url);
  // Behind a pooler this first statement also waits for a free connection.
  const session = {
    text: sessionSettings({ ...LIMITS, statementTimeoutMs }, { ...hosts, keepsPlans: options.keepsPlans }),
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  const pool = new pg.Pool({
    Client: hosts.Client,
    max: options.maxConnections,
    application_name: options.applicationName ?? 'fanfare',
    ...(options.keepsPlans ? WHILE_IDLE : {}),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: statementTimeoutMs + ANSWER_MS,
    async onConnect(client) {
      link.noteOpened(client);
      try {
        await client.query(session);
        await options.history?.admit(client);
      } catch (error) {
        throw hosts.refuse(client, error);
      }
    },
  });
  pool.on('error', options.onError);
  const commits = options.history?.commits;
  const onClient = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    withClient({ pool, hosts, link, losses: options.history?.losses, onBroken: options.onBroken }, work).catch(
      (error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === DISK_FULL) options.onDiskFull?.();
        throw error;
      },
    );
  return {
    query: (statement) =>
      onClient(async (client) => {
        const begun = commits?.begin() ?? 0;
        const result = await client.query(statement);
        const id = takeCommitId(result.rows);
        if (id !== null) commits?.confirm(id, begun);
        return result as pg.QueryResult<never>;
      }),
    transaction: async (work) => {
      try {
        return await onClient((client) => inTransaction(client, work, commits));
      } catch (error) {
        if (!isOutdatedPlan(error)) throw error;
        // Nothing was done. Other connections may have outdated plans as well.
        return onClient((client) => inTransaction(withoutPlans(client), work, commits));
      }
    },
    close: () => pool.end(),
    use: () => ({ inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

async function inTransaction<T>(
  client: Client,
  work: (tx: Database) => Promise<T>,
  commits: DatabaseHistory['commits'] | undefined,
): Promise<T> {
  const begun = commits?.begin() ?? 0;
  let id: string | null = null;
  const tx: Database = {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const result = await client.query<Row>(statement);
      id = takeCommitId(result.rows) ?? id;
      return result;
    },
  };
  await client.query({ text: 'begin' });
  try {
    const result = await work(tx);
    await client.query({ text: 'commit' });
    if (id !== null) commits?.confirm(id, begun);
    return result;
  } catch (error) {
    // A broken connection would not answer. PostgreSQL rolls back when it ends.
    if (!client.isBroken()) await client.query({ text: 'rollback' }).catch(client.discard);
    throw error;
  }
}

type Client = Database & {
  /** Prevents the connection from being used again. */
  discard(): void;
  isBroken(): boolean;
};

type Connections = {
  readonly pool: pg.Pool;
  readonly hosts: DatabaseHosts;
  readonly link: DatabaseLink;
  readonly losses?: DatabaseHistory['losses'] | undefined;
  readonly onBroken?: (() => void) | undefined;
};

/** Runs `work` on a connection of the pool, which is reused unless it broke. */
async function withClient<T>(connections: Connections, work: (client: Client) => Promise<T>): Promise<T> {
  const { hosts, link, losses, onBroken } = connections;
  const lossesBefore = losses?.();
  const client = await takeUsable(connections);
  if (losses?.() !== lossesBefore) {
    // Answers from before the loss may not hold for the data that are left.
    client.release();
    throw new DatabaseUnavailable('The database was found to lack commits.');
  }
  let broken = false;
  const discard = (): void => {
    broken = true;
  };
  // A broken connection also emits this event, which ends the process without a listener.
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
        if (isUnanswered(cause) || isReadOnly(cause)) {
          link.markLost();
          hosts.leave(client);
        }
        if (isReadOnly(cause)) throw new DatabaseReadOnly('The database accepts no writes.', { cause });
        throw new DatabaseUnavailable('The connection to the database failed.', { cause });
      });
  try {
    return await work({ query, discard, isBroken: () => broken });
  } finally {
    client.off('error', discard);
    client.release(broken);
    if (broken) onBroken?.();
  }
}

async function takeUsable({ pool, hosts, link }: Connections): Promise<pg.PoolClient> {
  for (;;) {
    const client = await hosts
      .eachHost(() => pool.connect())
      .catch((cause: unknown) => {
        if (cause instanceof DatabaseUnavailable) throw cause;
        throw new DatabaseUnavailable('No connection to the database.', { cause });
      });
    if (link.isUsable(client)) return client;
    client.release(true);
  }
}

const withoutName = ({ name: _, ...unnamed }: pg.QueryConfig): pg.QueryConfig => unnamed;

const withoutPlans = (client: Client): Client => ({
  ...client,
  query: (statement) => client.query(withoutName(statement)),
});

/** PostgreSQL refuses a prepared statement whose columns changed (PostgreSQL 18, plancache.c). */
const isOutdatedPlan = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '0A000' && cause.routine === 'RevalidateCachedQuery';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: in_failed_sql_transaction */
const TRANSACTION_FAILED = '25P02';

/** Repeats a statement without its name. In a transaction, which has ended, throws `refusal`. */
async function prepareAnew(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
  refusal: unknown,
): Promise<pg.QueryResult> {
  return client.query(withoutName(statement)).catch((error: unknown) => {
    throw error instanceof pg.DatabaseError && error.code === TRANSACTION_FAILED ? refusal : error;
  });
}

/** Codes of an ended session: 08, 57P, 25P03, 25P04 (PostgreSQL 18, appendix A). */
const SESSION_ENDED = /^(?:08|57P|25P0[34])/;

/** True when the session has ended. False for a refused statement, or an unsendable value. */
function isConnectionFailure(cause: unknown): boolean {
  if (cause instanceof TypeError || cause instanceof RangeError) return false;
  return !(cause instanceof pg.DatabaseError) || SESSION_ENDED.test(cause.code ?? '') || isReadOnly(cause);
}

/** The driver has no code for it. */
const isUnanswered = (cause: unknown): boolean => cause instanceof Error && cause.message === 'Query read timeout';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: read_only_sql_transaction */
const isReadOnly = (cause: unknown): boolean => cause instanceof pg.DatabaseError && cause.code === '25006';

/** Whether PostgreSQL refused a statement because of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && withoutPartition(error.constraint ?? '') === constraint;
}
