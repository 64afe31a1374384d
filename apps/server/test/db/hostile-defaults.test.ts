import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { startTestServer } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { runFanfare } from '../operator/cli/run-fanfare.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';
import { PGBOUNCER, startPgBouncer } from './pgbouncer.ts';

const ROLE = `fanfare_role_${process.pid}_${randomBytes(4).toString('hex')}`;
const PASSWORD = randomBytes(8).toString('hex');
/**
 * Settings that an administrator may have made for other programs. Limits are as short as
 * statements of ours never are.
 */
const OF_DATABASE = {
  datestyle: "'German, DMY'",
  intervalstyle: 'sql_standard',
  timezone: "'America/St_Johns'",
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  statement_timeout: "'250ms'",
  lock_timeout: "'1ms'",
  idle_in_transaction_session_timeout: "'50ms'",
  idle_session_timeout: "'500ms'",
};
const OF_ROLE = { default_transaction_read_only: 'on', search_path: 'nowhere', client_encoding: 'latin1' };

let admin: pg.Client;
const databases: string[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create role ${ROLE} login password '${PASSWORD}'`);
  for (const [name, value] of Object.entries(OF_ROLE)) await admin.query(`alter role ${ROLE} set ${name} = ${value}`);
});
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database "${name}" with (force)`);
  await admin.query(`drop role ${ROLE}`);
  await admin.end();
});

/** An empty database with hostile defaults, and its address. */
async function createHostile(): Promise<{ readonly name: string; readonly url: string }> {
  const name = `fanfare_test_${process.pid}_${randomBytes(8).toString('hex')}`;
  await admin.query(`create database "${name}" owner ${ROLE}`);
  databases.push(name);
  for (const [setting, value] of Object.entries(OF_DATABASE))
    await admin.query(`alter database "${name}" set ${setting} = ${value}`);
  const url = Object.assign(new URL(inject('postgresUrl')), {
    pathname: `/${name}`,
    username: ROLE,
    password: PASSWORD,
  });
  return { name, url: url.href };
}

/** One statement of the administrator, whose session has none of the limits of the database. */
async function inDatabase(name: string, statement: string): Promise<unknown[]> {
  const { href } = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` });
  const options = '-c statement_timeout=0 -c lock_timeout=0 -c idle_session_timeout=0';
  const client = new pg.Client({ connectionString: href, options });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/**
 * A server with its job queue publishes now and at a time, is started again, and the commands work.
 */
async function useDatabase(url: string): Promise<void> {
  const server = await startTestServer({
    database: async () => ({ url, drop: async () => undefined }),
    env: {
      DATABASE_POOL: '4',
      DATABASE_POOL_PUBLISHING: '1',
      DATABASE_POOL_PAGES: '1',
      DATABASE_CONNECTIONS_PER_PROJECT: '1',
    },
    options: {
      startJobs: (deps) => startJobs({ ...deps, times: { startAfterMs: 0, startAgainMs: 100, scheduledSeconds: 0.5 } }),
    },
  });
  try {
    const ana = await personOf(server, 'threads');
    expect((await ana.target({ content: 'Now', target: { firstComment: 'First' } })).status).toBe('published');
    const { post } = (await ana.publish({ content: 'In a moment', publishAt: inMs(1_500) })).body;
    expect((await ana.project.settled(post.id)).status).toBe('published');
    expect(Date.parse((await ana.project.read(post.id)).publishAt!)).toBe(Date.parse(post.publishAt!));
    expect((await ana.project.call<{ posts: unknown[] }>('GET', '/api/v1/posts')).body.posts).toHaveLength(2);
    await until(async () =>
      server.db
        .query({
          text: `insert into pgboss_v12.job (name) select name from pgboss_v12.schedule where name = 'find-due-posts'`,
        })
        .then(
          ({ rowCount }) => rowCount || null,
          () => null,
        ),
    );
    await until(async () => {
      const { rows } = await server.db.query({ text: `select from pgboss_v12.job where state = 'completed'` });
      return rows.length > 0 || null;
    });
    // Started again: the data count as those last used.
    const another = await server.startAnother();
    expect((await fetch(`${another.baseUrl}/readyz`)).status).toBe(200);
    expect(server.log()).not.toContain('"level":50');
  } finally {
    await server.stop();
  }
  expect(await runFanfare(['audit'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
  const projects = await runFanfare(['projects', 'list'], { DATABASE_URL: url });
  expect(projects).toMatchObject({ code: 0, stderr: '' });
  expect(projects.stdout).toContain('Test project');
}

describe('with hostile defaults of database and role', () => {
  test('a new database is migrated, and everything works', async () => {
    const { name, url } = await createHostile();
    expect(await runFanfare(['migrate'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
    await useDatabase(url);
    // Tables of the same names, of another program.
    await inDatabase(
      name,
      `create schema other; grant usage on schema other to ${ROLE}; create table other.posts (); create table other.migrations ()`,
    );
    await admin.query(`alter role ${ROLE} in database "${name}" set search_path = other, public`);
    expect(await runFanfare(['audit'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
    expect((await runFanfare(['migrate'], { DATABASE_URL: url })).stdout).toBe('The schema is up to date.\n');
  });

  test.skipIf(PGBOUNCER === null)('so it does through PgBouncer', async () => {
    const { url } = await createHostile();
    const pooler = await startPgBouncer(url, { pool_mode: 'session' });
    try {
      expect(await runFanfare(['migrate'], { DATABASE_URL: pooler.url })).toMatchObject({ code: 0, stderr: '' });
      await useDatabase(pooler.url);
    } finally {
      await pooler.stop();
    }
  });

  test('tables in the schema of the role are found where they are', async () => {
    const { name, url } = await createHostile();
    await inDatabase(name, `create schema social authorization ${ROLE}`);
    await admin.query(`alter role ${ROLE} in database "${name}" set search_path = social`);
    expect(await runFanfare(['migrate'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
    expect(await inDatabase(name, `select schemaname from pg_tables where tablename = 'write_intents'`)).toEqual([
      { schemaname: 'social' },
    ]);
    expect(await runFanfare(['audit'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
  });
});
