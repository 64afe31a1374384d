import pg from 'pg';
import { migrateForTests } from '../../migrate-for-tests.ts';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: deadlock_detected */
const DEADLOCK = '40P01';

/** The rows of every table, as in a logical backup. */
export type LogicalDump = ReadonlyMap<string, string>;

/**
 * The effects of pg_dump and pg_restore on a database (rows out and in, tables dropped and
 * created), for machines whose tools are older than the bundled PostgreSQL and refuse it.
 * `restore-in-place.test.ts` uses the real tools too, where the machine has them.
 */
export async function dumpRows(url: string): Promise<LogicalDump> {
  return inDatabase(url, async (client) => {
    const dump = new Map<string, string>();
    await client.query('begin isolation level repeatable read');
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(r), '[]')::text as rows from "${table}" r`,
      );
      dump.set(table, rows[0]!.rows);
    }
    return dump;
  });
}

/** Like `pg_restore --clean`: every table is dropped, created again and loaded. */
export async function restoreClean(url: string, dump: LogicalDump): Promise<void> {
  await inDatabase(url, async (client) => {
    const tables = (await tablesOf(client)).map((table) => `"${table}"`).join(', ');
    const drop = () => client.query(`drop table ${tables} cascade`);
    // Below running servers it may deadlock with one of their statements. Then nothing is dropped,
    // and an operator runs it again.
    for (;;) {
      const dropped = await drop().catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error;
        return null;
      });
      if (dropped) return;
    }
  });
  await migrateForTests(url);
  await restoreData(url, dump);
}

/** Like `pg_restore --data-only` into emptied tables: all of them, or only these. */
export async function restoreData(url: string, dump: LogicalDump, only = [...dump.keys()]): Promise<void> {
  await inDatabase(url, async (client) => {
    // Like `--disable-triggers`: the order of the tables does not matter.
    await client.query('set session_replication_role = replica');
    for (const table of only) {
      await client.query(`delete from "${table}"`);
      await client.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`, [
        dump.get(table),
      ]);
    }
  });
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1",
  );
  return rows.map(({ name }) => name);
}

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
