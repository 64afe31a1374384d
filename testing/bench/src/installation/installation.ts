import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../../../apps/server/src/db/migrate.ts';
import { openKnex } from '../../../../apps/server/src/db/open-knex.ts';
import { startEmbeddedPostgres } from '../../../../apps/server/src/operator/embedded-postgres/start-embedded-postgres.ts';
import { partitionTables } from '../../../../apps/server/src/operator/partitions/partition-tables.ts';
import { fillLog } from './fill-log.ts';
import { addProjects, ENCRYPTION_KEYS, type Project } from './projects.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { type SimulatedNetwork, startNetwork } from './simulated-network.ts';

/** PostgreSQL with fsync, a server in production mode, a network that answers at once, projects. */
export type Installation = {
  readonly databaseUrl: string;
  readonly db: pg.Pool;
  /** Process id of the database server. */
  readonly postmaster: number;
  readonly server: ServerProcess;
  /** X. */
  readonly network: SimulatedNetwork;
  /** Each has one account of X. */
  readonly projects: readonly Project[];
  /** The number of statements that the database has got since its start, of anybody. */
  countStatements(): Promise<number>;
  /** Waits until the server has relayed every event: a run has no work of the one before it. */
  relayed(): Promise<void>;
  /** Another server process on the same database. */
  startServer(): Promise<ServerProcess>;
  stop(): Promise<void>;
};

const PROJECTS = 100;
/** Settings of a small server; the rest is the default. `min_wal_size` keeps files of the log. */
const POSTGRES = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  min_wal_size: '2GB',
  max_connections: '300',
  // It counts statements; `begin` and `commit` are not counted.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
};

/** `settings` are of its server. With `partitions` its large tables have so many. */
export async function startInstallation(
  settings: Readonly<Record<string, string>> = {},
  partitions?: number,
): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bench-'));
  // The account PostgreSQL runs as, when this is root, must get in.
  chmodSync(folder, 0o755);
  const home = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ home, settings: POSTGRES });
  const network = await startNetwork();
  const databaseUrl = await createDatabase(postgres);
  await migrate(databaseUrl);
  if (partitions !== undefined) await partition(databaseUrl, partitions);
  await fillLog(databaseUrl);
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  await db.query('create schema bench; create extension pg_stat_statements schema bench');
  const urls = {
    ...{ X_API_URL: network.url, X_WEB_URL: network.url, DATABASE_URL: databaseUrl },
    MEDIA_DIR: path.join(folder, 'media'),
  };
  const startServer = (): Promise<ServerProcess> => startServerProcess({ ...urls, ENCRYPTION_KEYS, ...settings });
  const projects = await addProjects(db, PROJECTS);
  const server = await startServer();
  const pid = await readFile(path.join(home, 'data/postmaster.pid'), 'utf8');
  return {
    ...{ databaseUrl, db, server, network, projects, startServer },
    postmaster: Number(pid.split('\n')[0]),
    async countStatements() {
      const { rows } = await db.query<{ calls: number }>(
        'select coalesce(sum(calls), 0)::float8 as calls from bench.pg_stat_statements',
      );
      return rows[0]!.calls;
    },
    async relayed() {
      const isWaiting = 'select exists (select from events where position is null) as "isWaiting"';
      while ((await db.query<{ isWaiting: boolean }>(isWaiting)).rows[0]!.isWaiting) await sleep(50);
    },
    async stop() {
      await server.stop();
      await db.end();
      await network.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function partition(databaseUrl: string, partitions: number): Promise<void> {
  const knex = openKnex(databaseUrl);
  await partitionTables(knex, partitions, () => undefined);
  await knex.destroy();
}

async function createDatabase(postgres: { readonly url: string; urlOf(name: string): string }): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database fanfare');
  await client.end();
  return postgres.urlOf('fanfare');
}
