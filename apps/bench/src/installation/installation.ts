import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../../server/src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../../server/src/operator/embedded-postgres/start-embedded-postgres.ts';
import { fillLog } from './fill-log.ts';
import { addProjects, ENCRYPTION_KEYS, type Project } from './projects.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { type SimulatedNetwork, startNetwork } from './simulated-network.ts';

/** PostgreSQL with fsync, a server process in production mode, a network that answers at once, and projects. */
export type Installation = {
  readonly databaseUrl: string;
  readonly db: pg.Pool;
  /** Process id of the database server. */
  readonly postmaster: number;
  readonly server: ServerProcess;
  /** X. */
  readonly network: SimulatedNetwork;
  /** LinkedIn. */
  readonly otherNetwork: SimulatedNetwork;
  /** Each has one account of X. */
  readonly projects: readonly Project[];
  /** How many statements the database has got since its start, of anybody. */
  countStatements(): Promise<number>;
  /** Another server process on the same database; `file` is its program, if not the source. */
  startServer(settings?: Readonly<Record<string, string>>, file?: string): Promise<ServerProcess>;
  stop(): Promise<void>;
};

const PROJECTS = 100;
/** As an operator of a small server sets them; the rest is the default, with fsync and synchronous_commit on. `min_wal_size` is what keeps files of the log. */
const POSTGRES = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  min_wal_size: '2GB',
  max_connections: '300',
  // It counts statements; `begin` and `commit` are not counted.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
};

/** `settings` are of its server. */
export async function startInstallation(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bench-'));
  // The account PostgreSQL runs as, when this is root, must get in.
  chmodSync(folder, 0o755);
  const home = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ home, settings: POSTGRES });
  const [network, otherNetwork] = await Promise.all([startNetwork(), startNetwork()]);
  const databaseUrl = await createDatabase(postgres);
  await migrate(databaseUrl);
  await fillLog(databaseUrl);
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  await db.query('create schema bench; create extension pg_stat_statements schema bench');
  const urls = { X_API_URL: network.url, X_WEB_URL: network.url, LINKEDIN_API_URL: otherNetwork.url };
  const shared = { ...urls, LINKEDIN_WWW_URL: otherNetwork.url, DATABASE_URL: databaseUrl, ENCRYPTION_KEYS };
  const startServer = (more: Readonly<Record<string, string>> = {}, file?: string): Promise<ServerProcess> =>
    startServerProcess({ ...shared, ...settings, ...more }, file);
  const projects = await addProjects(db, PROJECTS);
  const server = await startServer();
  const pid = await readFile(path.join(home, 'data/postmaster.pid'), 'utf8');
  return {
    ...{ databaseUrl, db, server, network, otherNetwork, projects, startServer },
    postmaster: Number(pid.split('\n')[0]),
    async countStatements() {
      const { rows } = await db.query<{ calls: number }>(
        'select coalesce(sum(calls), 0)::float8 as calls from bench.pg_stat_statements',
      );
      return rows[0]!.calls;
    },
    async stop() {
      await server.stop();
      await db.end();
      await network.stop();
      await otherNetwork.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(postgres: { readonly url: string; urlOf(name: string): string }): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database fanfare');
  await client.end();
  return postgres.urlOf('fanfare');
}
