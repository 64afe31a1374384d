import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { MIGRATIONS } from '../config/installed-files.ts';
import { isErrorCode } from '../process/is-error-code.ts';
import { createJobTables, hasJobTables } from './job-tables.ts';
import { openClient } from './open-client.ts';
import { openKnex } from './open-knex.ts';
import { PARTITIONING } from './partitioned-tables.ts';
import { requireSessions } from './require-sessions.ts';

const TABLE = 'migrations';
/** Key of the advisory lock; any number that nothing else in the database uses. */
const LOCK = 4602;
const LOOK_AGAIN_MS = 100;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html: undefined_table */
const NO_SUCH_TABLE = '42P01';

type Migration = {
  up(db: Knex): Promise<void>;
  /** `transaction: false` for several transactions, which continue after a killed process. */
  readonly config?: { readonly transaction: boolean };
};

/**
 * Migrates a database to the newest schema, and creates the tables of the job queue. Several
 * processes may run it at once: one applies the migrations, the others wait. The next one continues
 * after a killed process. A newer schema stays as it is. Returns the applied migrations. Throws
 * ConfigError for a pooler that does not keep sessions, and for migrations of another version.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  await requireSessions(databaseUrl);
  const client = await openClient(databaseUrl);
  try {
    const files = await listMigrations();
    if (hasAll(await findApplied(client), files) && (await hasJobTables(client))) return [];
    await refuseWhilePartitioning(client);
    await takeLock(client);
    await refuseWhilePartitioning(client);
    const applied = await findApplied(client);
    if (!hasAll(applied, files)) refuseUnknown(applied, files);
    if (!(await hasJobTables(client))) await createJobTables(client);
    return hasAll(applied, files) ? [] : await applyMissing(databaseUrl, files);
  } finally {
    await client.end();
  }
}

/** Migrations that a database lacks, and unknown ones that it has. Changes nothing. */
export async function readSchemaState(
  databaseUrl: string,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const client = await openClient(databaseUrl);
  try {
    const names = (await listMigrations()).map(nameOf);
    const applied = await findApplied(client);
    return {
      missing: names.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !names.includes(name)),
    };
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock of changes of the schema, which ends with the connection. Polls, as the build of
 * an index would wait for a statement that waits.
 */
export async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
    if (rows[0]!.held) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A migration would change the tables and not their copies. */
async function refuseWhilePartitioning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select where to_regnamespace(${PARTITIONING}) is not null`);
  if (rows.length > 0) {
    throw new ConfigError(
      'A newer schema is needed while "fanfare partition" copies tables: let it end with the version before, or give it up with "fanfare partition --abandon".',
    );
  }
}

const listMigrations = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((file) => /\.[jt]s$/.test(file)).sort();

// Without the extension, so that a compiled server knows the migrations of a development server.
const nameOf = (file: string): string => file.replace(/\.[jt]s$/, '');

async function findApplied(client: pg.Client): Promise<readonly string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`select name from ${TABLE} order by id`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isErrorCode(error, NO_SUCH_TABLE)) return [];
    throw error;
  }
}

const hasAll = (applied: readonly string[], files: readonly string[]): boolean =>
  files.every((file) => applied.includes(nameOf(file)));

function refuseUnknown(applied: readonly string[], files: readonly string[]): void {
  const unknown = applied.filter((name) => !files.map(nameOf).includes(name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `The database has migrations that this version does not know (${unknown.join(', ')}): start the version that applied them, or use a new database.`,
    );
  }
}

async function applyMissing(databaseUrl: string, files: string[]): Promise<string[]> {
  const db = openKnex(databaseUrl);
  const settings = {
    tableName: TABLE,
    migrationSource: {
      getMigrations: async () => files,
      getMigrationName: nameOf,
      // Knex needs a `down`. Nothing calls it: an older server works on a newer schema.
      getMigration: async (file: string): Promise<Migration & { down(): Promise<void> }> => ({
        ...(await import(new URL(file, MIGRATIONS).href)),
        down: async () => undefined,
      }),
    },
  };
  try {
    // A killed process leaves Knex's own lock behind. Ours keeps other processes out.
    await db.migrate.forceFreeMigrationsLock(settings);
    const [, applied]: [number, string[]] = await db.migrate.latest(settings);
    return applied;
  } finally {
    await db.destroy();
  }
}
