import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { folderInMemory } from './folder-in-memory.ts';
import { migrateForTests } from './migrate-for-tests.ts';
import { isRunning, withLock } from './with-lock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the test PostgreSQL. */
    postgresUrl: string;
    /** A migrated database that each test file copies. */
    templateDatabase: string;
  }
}

const FOLDER = fileURLToPath(new URL('../../../.fanfare', import.meta.url));
const HOME = inMemory() ?? path.join(FOLDER, 'test-postgres');
const LOCK = path.join(FOLDER, 'test-postgres.lock');

/**
 * One real PostgreSQL for the whole run, with a migrated template. Concurrent runs share it:
 * databases carry the id of their run, and the last run to end stops the server.
 * `TEST_DATABASE_URL` uses your own server (its user must be able to create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(FOLDER, { recursive: true });
  const own = process.env.TEST_DATABASE_URL;
  const template = templateOf(process.pid);
  const { url, admin, stop } = await withLock(LOCK, async () => {
    // Its data need not survive a crash of the machine, and every worker has servers with pools of
    // their own.
    const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB', max_connections: '240' };
    const postgres = own ? null : await startEmbeddedPostgres({ home: HOME, settings });
    const url = own ?? postgres!.url;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    if (!own) await dropLeftovers(admin);
    await admin.query(`create database "${template}"`);
    return { url, admin, stop: postgres?.stop };
  });
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrateForTests(templateUrl.href);

  project.provide('postgresUrl', url);
  project.provide('templateDatabase', template);
  return () =>
    withLock(LOCK, async () => {
      await admin.query(`drop database if exists "${template}" with (force)`);
      if (!own) await dropLeftovers(admin);
      const others = await runsOf(admin);
      await admin.end();
      if (others.length === 0) await stop?.();
    });
}

/** A folder of this checkout in memory, where there is room. */
function inMemory(): string | null {
  const memory = folderInMemory();
  const checkout = createHash('sha256').update(FOLDER).digest('hex').slice(0, 12);
  return memory && path.join(memory, `fanfare-test-postgres-${checkout}`);
}

const templateOf = (pid: number): string => `fanfare_template_${pid}`;

/** Ids of the runs that have databases here. */
async function runsOf(admin: pg.Client): Promise<number[]> {
  const { rows } = await admin.query<{ pid: string }>(
    "select distinct substring(datname from '^fanfare_t[a-z]+_([0-9]+)') as pid from pg_database where datname ~ '^fanfare_t[a-z]+_[0-9]+'",
  );
  return rows.map(({ pid }) => Number(pid));
}

/**
 * Databases of interrupted runs. Checked only on our own server: elsewhere a process id has no
 * meaning.
 */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const dead = (await runsOf(admin)).filter((pid) => !isRunning(pid));
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where substring(datname from '^fanfare_t[a-z]+_([0-9]+)') = any($1)",
    [dead.map(String)],
  );
  for (const { datname } of rows) await admin.query(`drop database if exists "${datname}" with (force)`);
}
