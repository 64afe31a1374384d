import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openCluster } from '../../../src/operator/embedded-postgres/postgres-cluster.ts';
import { openPostgresHome } from '../../../src/operator/embedded-postgres/postgres-home.ts';
import { runProgram } from '../../../src/operator/embedded-postgres/run-program.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { migrateForTests } from '../../migrate-for-tests.ts';

/** Folder in which Debian and Ubuntu install each version. */
const VERSIONS = '/usr/lib/postgresql';
const TOOLS = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore'];
/** The oldest that the service supports. */
const OLDEST = 15;

/** The machine's own PostgreSQL with its tools, the newest one; null without one. */
export function findSystemPostgres(): { readonly bin: string; readonly majorVersion: string } | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  for (const version of versions.sort((a, b) => b - a)) {
    const bin = path.join(VERSIONS, String(version), 'bin');
    if (version >= OLDEST && TOOLS.every((tool) => existsSync(path.join(bin, tool))))
      return { bin, majorVersion: String(version) };
  }
  return null;
}

export type SystemPostgres = {
  createDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }>;
  /** Runs one of its tools to the end; rejects unless it succeeds. */
  run(tool: string, words: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

/** A new cluster of the machine's own PostgreSQL, which does not run yet. */
export async function openSystemCluster() {
  const binaries = findSystemPostgres()!;
  const { folder: home, user } = await openPostgresHome(mkdtempSync(path.join(tmpdir(), 'fanfare-system-postgres-')));
  const { data, password } = await openCluster({ home, binaries, user });
  const run: SystemPostgres['run'] = async (tool, words) => {
    const ended = await runProgram(path.join(binaries.bin, tool), words, { ...user, cwd: home, env: { LC_ALL: 'C' } });
    if (ended.code !== 0) throw new Error(`${tool} ended with ${ended.code}:\n${ended.stderr}${ended.stdout}`);
  };
  const stop = (folder: string) => run('pg_ctl', ['stop', '--wait', '-D', folder, '-m', 'immediate']);
  return { home, data, password, run, stop };
}

/** A cluster of the machine's own PostgreSQL; `stop` deletes it. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const { home, data, password, run, stop } = await openSystemCluster();
  const port = await freePort(0);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  await run('pg_ctl', ['start', '--wait', '-D', data, '-l', path.join(home, 'log'), '-o', options]);
  const urlOf = (database: string) => `postgres://fanfare:${password}@127.0.0.1:${port}/${database}`;
  let databases = 0;
  return {
    run,
    async createDatabase() {
      const url = urlOf(`fanfare_${++databases}`);
      const admin = new pg.Client({ connectionString: urlOf('postgres') });
      await admin.connect();
      await admin.query(`create database fanfare_${databases}`);
      await admin.end();
      await migrateForTests(url);
      return { url, drop: async () => undefined };
    },
    async stop() {
      await stop(data);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
