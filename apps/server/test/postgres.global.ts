import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the test PostgreSQL. */
    postgresUrl: string;
    /** A migrated database that each test file copies. */
    templateDatabase: string;
  }
}

const HOME = fileURLToPath(new URL('../../../.fanfare/test-postgres', import.meta.url));

/** One real PostgreSQL for the whole run, with a migrated template. `TEST_DATABASE_URL` uses a server of your own (its user must create databases). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.TEST_DATABASE_URL;
  const postgres = own ? null : await startEmbeddedPostgres({ home: HOME });
  const url = own ?? postgres!.url;
  const template = `fanfare_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // What an interrupted run left behind.
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'fanfare\\_t%'",
  );
  if (!own) for (const { datname } of rows) await admin.query(`drop database if exists "${datname}" with (force)`);
  await admin.query(`create database "${template}"`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.href);

  project.provide('postgresUrl', url);
  project.provide('templateDatabase', template);
  return async () => {
    await admin.query(`drop database if exists "${template}" with (force)`);
    await admin.end();
    await postgres?.stop();
  };
}
