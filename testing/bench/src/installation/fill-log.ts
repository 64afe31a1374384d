import pg from 'pg';

/** Files of 16 MB each. `min_wal_size` of the installation keeps more. */
const FILES = 64;

/**
 * Gives PostgreSQL files of its log (WAL) to write again, as a server has them that has run for a
 * while. While it makes a new one, every commit waits, here for 50 ms: in a new installation the
 * slowest percent of everything would show that and nothing else.
 */
export async function fillLog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let n = 0; n < FILES; n++)
    await client.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  // From now on they are free.
  await client.query('checkpoint');
  await client.end();
}
