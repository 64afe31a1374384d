import pg from 'pg';

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
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Opens a pool on one PostgreSQL database. `onError` hears of idle connections that broke; their next query opens a new one. */
export function openDatabase(options: {
  url: string;
  maxConnections: number;
  onError: (error: Error) => void;
}): DatabasePool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: 'fanfare',
    connectionTimeoutMillis: 10_000,
    // jit costs milliseconds on statements that take microseconds.
    options:
      '-c jit=off -c statement_timeout=15000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC',
  });
  pool.on('error', options.onError);
  return {
    query: (statement) => pool.query(statement),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work({ query: (statement) => client.query(statement) });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/** Whether an error is PostgreSQL refusing because of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
