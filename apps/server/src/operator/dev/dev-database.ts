import path from 'node:path';
import type pg from 'pg';
import { explainDatabaseFailure } from '../../db/database-failure.ts';
import { hostsOf } from '../../db/database-hosts.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';

export type DevDatabase = {
  readonly url: string;
  /** Resolves when our database has ended; never for the developer's own. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  kill(): void;
};

const OLDEST_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Uses the PostgreSQL of DATABASE_URL, else starts the bundled one with its data in `folder`. */
export async function startDevDatabase(folder: string, ownUrl: string | undefined): Promise<DevDatabase> {
  if (ownUrl) {
    await checkVersion(ownUrl);
    return { url: ownUrl, ended: new Promise(() => undefined), stop: async () => undefined, kill: () => undefined };
  }
  const postgres = await startEmbeddedPostgres({ home: path.join(folder, 'postgres') });
  try {
    await createDatabase(postgres.url, 'fanfare');
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    url: postgres.urlOf('fanfare'),
    ended: postgres.ended,
    stop: () => postgres.stop(),
    kill: () => postgres.kill(),
  };
}

async function checkVersion(url: string): Promise<void> {
  const version = await withClient(url, async (client) => {
    const { rows } = await client.query<{ number: number; name: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
    );
    return rows[0]!;
  }).catch((error: unknown) => {
    throw new Error(explainDatabaseFailure(error, url) ?? String(error), { cause: error });
  });
  if (version.number < OLDEST_VERSION)
    throw new Error(`DATABASE_URL names a PostgreSQL ${version.name}; Fanfare needs 15 or newer.`);
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await hostsOf(url).open({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
