import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { isErrorCode } from '../is-error-code.ts';
import { requireSessions } from './require-sessions.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const TABLE = 'migrations';
const CONNECT_TIMEOUT_MS = 10_000;
/** Any number, as long as nothing else in the database locks it. */
const LOCK = 4602;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html: undefined_table */
const NO_SUCH_TABLE = '42P01';

type Migration = { up(db: Knex): Promise<void>; down(db: Knex): Promise<void> };

/**
 * Brings a database to the newest schema; safe to run from several processes at once: one applies, the others wait for it. A process that is killed in the
 * middle leaves nothing behind. A schema newer than this version is left as it is. Returns the names of what it applied. Throws ConfigError where a pooler
 * in between keeps no sessions, before any lock is left to it.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  await requireSessions(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    const files = (await readdir(MIGRATIONS)).filter((file) => /\.[jt]s$/.test(file)).sort();
    if (await hasAll(client, files)) return [];
    // Held by the connection: it goes when the process does.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await applyMissing(databaseUrl, files);
  } finally {
    await client.end();
  }
}

// The name without its ending, so that a compiled server recognises what a development server applied.
const nameOf = (file: string): string => file.replace(/\.[jt]s$/, '');

async function hasAll(client: pg.Client, files: readonly string[]): Promise<boolean> {
  try {
    const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`);
    const applied = new Set(rows.map(({ name }) => name));
    return files.every((file) => applied.has(nameOf(file)));
  } catch (error) {
    if (isErrorCode(error, NO_SUCH_TABLE)) return false;
    throw error;
  }
}

async function applyMissing(databaseUrl: string, files: string[]): Promise<string[]> {
  // Loading it takes longer than most starts need it for.
  const { default: knex } = await import('knex');
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  const settings = {
    tableName: TABLE,
    migrationSource: {
      getMigrations: async () => files,
      getMigrationName: nameOf,
      getMigration: (file: string): Promise<Migration> => import(new URL(file, MIGRATIONS).href),
    },
  };
  try {
    // knex's own lock is a row that a killed process leaves behind; ours keeps everybody else out.
    await db.migrate.forceFreeMigrationsLock(settings);
    const [, applied]: [number, string[]] = await db.migrate.latest(settings);
    return applied;
  } finally {
    await db.destroy();
  }
}
