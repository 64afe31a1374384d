import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';

export type DevDatabase = { readonly url: string; stop(): Promise<void> };

/** The developer's own PostgreSQL when DATABASE_URL names one, else the bundled one with its data in `folder`. */
export async function startDevDatabase(folder: string, ownUrl: string | undefined): Promise<DevDatabase> {
  if (ownUrl) return { url: ownUrl, stop: async () => undefined };
  const postgres = await startEmbeddedPostgres({ home: path.join(folder, 'postgres') });
  await createDatabase(postgres.url, 'fanfare');
  return { url: postgres.urlOf('fanfare'), stop: () => postgres.stop() };
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}
