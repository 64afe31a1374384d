import { readdir } from 'node:fs/promises';
import knex from 'knex';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

type Migration = { up(db: knex.Knex): Promise<void>; down(db: knex.Knex): Promise<void> };

/** Brings a database to the newest schema; safe to run from several servers at once. Returns the names of what it applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  try {
    await db.raw('select 1');
    const [, applied]: [number, string[]] = await db.migrate.latest({
      tableName: 'migrations',
      migrationSource: {
        getMigrations: async () => (await readdir(MIGRATIONS)).filter((name) => /\.[jt]s$/.test(name)).sort(),
        // The name without its ending, so that a compiled server recognises what a development server applied.
        getMigrationName: (name: string) => name.replace(/\.[jt]s$/, ''),
        getMigration: (name: string): Promise<Migration> => import(new URL(name, MIGRATIONS).href),
      },
    });
    return applied;
  } finally {
    await db.destroy();
  }
}
