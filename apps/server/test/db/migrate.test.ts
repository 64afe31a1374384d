import { readdir } from 'node:fs/promises';
import knex from 'knex';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { ConfigError } from '../../src/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { SQUASHED } from '../../src/db/squashed-migrations.ts';

type Migration = { up(db: knex.Knex): Promise<void>; down(db: knex.Knex): Promise<void> };

const FOLDER = new URL('../../src/db/migrations/', import.meta.url);
const FILES = (await readdir(FOLDER)).sort();
/** In the order in which they run. */
const MIGRATIONS: Migration[] = await Promise.all(FILES.map((file) => import(new URL(file, FOLDER).href)));
const NAMES = FILES.map((file) => file.replace(/\.ts$/, ''));

let admin: pg.Client;
let name: string;
let url: string;

beforeEach(async () => {
  // Empty, not a copy of the migrated template.
  name = `${inject('templateDatabase').replace('template', 'test')}_${crypto.randomUUID().replaceAll('-', '')}`;
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database "${name}"`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  url = address.href;
});
afterEach(async () => {
  await admin.query(`drop database "${name}" with (force)`);
  await admin.end();
});

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every column, index and constraint, as text. */
const shape = () =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
         from information_schema.columns where table_schema = 'public' and table_name not like 'migrations%'
       union all select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'migrations%'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'migrations%'
       order by 1`,
    );
    return rows.map(({ line }) => line);
  });

test('migrates an empty database to the newest schema, once', async () => {
  expect(await migrate(url)).toEqual(NAMES);
  const made = await shape();
  expect(made.length).toBeGreaterThan(100);
  expect(await migrate(url)).toEqual([]);
  expect(await shape()).toEqual(made);
});

test('of several servers that start concurrently one migrates and all continue', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  expect(applied.flat()).toEqual(NAMES);
  expect(await recorded()).toEqual(NAMES);
});

test('a server that died during a migration does not block the next one', async () => {
  await migrate(url);
  await inDatabase(async (client) => {
    await client.query('delete from migrations');
    await client.query('update migrations_lock set is_locked = 1');
    const { rows } = await client.query<{ tables: string }>(
      "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public' and tablename not like 'migrations%'",
    );
    await client.query(`drop table ${rows[0]!.tables} cascade`);
  });
  expect(await migrate(url)).toEqual(NAMES);
});

test('a failed migration leaves nothing behind', async () => {
  // Knex writes the error to the console as well.
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await inDatabase((client) => client.query('create table targets (mine int)'));
  await expect(migrate(url)).rejects.toThrow('relation "targets" already exists');
  const { rows } = await inDatabase((client) =>
    client.query("select tablename from pg_tables where schemaname = 'public' and tablename not like 'migrations%'"),
  );
  expect(rows).toEqual([{ tablename: 'targets' }]);
  await inDatabase((client) => client.query('drop table targets'));
  expect(await migrate(url)).toEqual(NAMES);
  vi.restoreAllMocks();
});

const record = (names: readonly string[]) =>
  inDatabase(async (client) => {
    await client.query('delete from migrations');
    await client.query('insert into migrations (name, batch, migration_time) select unnest($1::text[]), 1, now()', [
      names,
    ]);
  });
const recorded = () =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migrations order by id');
    return rows.map(({ name }) => name);
  });

test('a database with exactly the squashed migrations continues with its data', async () => {
  await migrate(url);
  const db = knex({ client: 'pg', connection: url });
  for (const { down } of MIGRATIONS.slice(1).toReversed()) await down(db);
  await db.destroy();
  await record(SQUASHED);
  const kept = () => inDatabase(async (client) => (await client.query('select * from restore_guard')).rows);
  const before = await kept();
  // Several servers that start concurrently.
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(NAMES.slice(1));
  expect(await recorded()).toEqual(NAMES);
  expect([before.length, await kept()]).toEqual([1, before]);
});

test.each([
  ['part of the squashed migrations', SQUASHED.slice(0, -1)],
  ['the squashed migrations and one more', [...SQUASHED, '20261123T0000_later']],
  ['migrations of another product', ['0001_init']],
])('a database with %s is refused in one sentence and stays as it is', async (_name, names) => {
  await migrate(url);
  await record(names);
  await expect(migrate(url)).rejects.toThrow(
    new ConfigError(
      `The database has migrations that this version does not know (${names.join(', ')}): start the version that applied them, or use a new database.`,
    ),
  );
  expect(await recorded()).toEqual(names);
});

test('a newer schema stays as it is', async () => {
  await migrate(url);
  const newer = [...NAMES, '20991231T0000_later'];
  await record(newer);
  expect(await migrate(url)).toEqual([]);
  expect(await recorded()).toEqual(newer);
});

test('down and up again gives the same schema', async () => {
  await migrate(url);
  const before = await shape();
  const db = knex({ client: 'pg', connection: url });
  for (const { down } of MIGRATIONS.toReversed()) await down(db);
  expect(await shape()).toEqual([]);
  for (const { up } of MIGRATIONS) await up(db);
  await db.destroy();
  expect(await shape()).toEqual(before);
});

describe('lists by index, on a database with posts', () => {
  const AT = NAMES.indexOf('20261122T2200_lists_by_index');
  const OLD = NAMES.slice(0, AT);
  const POSTS = 2_500;

  /** The schema of the version before, with posts that are published, failed, partly failed, open and cancelled. */
  async function makeOldDatabase(): Promise<void> {
    await migrate(url);
    const db = knex({ client: 'pg', connection: url });
    for (const { down } of MIGRATIONS.slice(AT).toReversed()) await down(db);
    await db.destroy();
    await record(OLD);
    await inDatabase((client) =>
      client.query(`
        insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
        values (gen_random_uuid(), gen_random_uuid(), 'x', '1', 'ada', 'active', now());
        insert into posts (project_id, id, content, media, publish_at, cancelled_at, created_at)
        select project_id, lpad(to_hex(n), 32, '0')::uuid, n::text, '[]', case when n % 2 = 0 then timestamptz '2030-01-01' + n * interval '1 s' end,
          case when n % 5 = 4 then now() end, timestamptz '2026-01-01' + n * interval '1 s'
        from accounts, generate_series(1, ${POSTS}) n;
        insert into targets (project_id, id, post_id, account_id, platform, position, run_at, done, status, published_at, settled_at, error_detail)
        select project_id, gen_random_uuid(), post_id, account_id, 'x', position, now(), status <> 'pending', status,
          case status when 'published' then now() end, case when status <> 'pending' then now() end, case status when 'failed' then '{}'::jsonb end
        from (select p.project_id, p.id as post_id, a.id as account_id, position,
                case p.content::int % 5 when 0 then 'published' when 1 then 'failed' when 2 then (array['published', 'failed'])[position] else 'pending' end as status
              from posts p join accounts a using (project_id), generate_series(1, 2) position) t`),
    );
  }
  const expected = `select count(*)::int as posts,
      count(*) filter (where p.settled_as is not distinct from (array['published', 'failed', 'partial', null, null])[p.content::int % 5 + 1])::int as settled,
      (select count(*)::int from targets t join posts p on p.id = t.post_id
       where t.post_created_at = p.created_at and t.post_publish_at is not distinct from p.publish_at) as targets
    from posts p`;
  const filled = () => inDatabase(async (client) => (await client.query(expected)).rows);
  const FILLED = [{ posts: POSTS, settled: POSTS, targets: 2 * POSTS }];

  test('while another server has written and not yet committed, all others read, and it goes on after the commit', async () => {
    await makeOldDatabase();
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    await writer.query('begin');
    await writer.query("update targets set phase = 'publishing' where true");
    const migrating = migrate(url);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    const waits = () =>
      reader.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
    await vi.waitUntil(async () => (await waits()).rowCount === 1, { timeout: 60_000 });
    // It would wait for the writer if the migration did.
    expect((await reader.query('select from targets limit 1')).rowCount).toBe(1);
    await writer.query('commit');
    expect(await migrating).toEqual(NAMES.slice(AT));
    await Promise.all([writer.end(), reader.end()]);
    expect(await filled()).toEqual(FILLED);
  });

  test('a process that is killed between two batches is continued by the next one, with the same schema', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await migrate(url);
    const whole = await shape();
    await makeOldDatabase();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // The last batch waits here.
    await other.query(`
      create function wait() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return new; end';
      create trigger wait before update on posts for each row when (old.content = '${POSTS}') execute function wait();
      select pg_advisory_lock(1)`);
    const killed = migrate(url).catch((error: Error) => error.message);
    const batch = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and query like 'update posts%'`;
    await vi.waitUntil(async () => (await other.query(batch)).rowCount === 1, { timeout: 60_000 });
    expect(await killed).toMatch(/terminat/);
    await other.query('drop trigger wait on posts; drop function wait()');
    await other.end();
    expect(await recorded()).toEqual(OLD);
    // Two batches of 1,000, and of the last 500 those that are open or cancelled.
    expect(await filled()).toEqual([{ posts: POSTS, settled: 2_200, targets: 2 * POSTS }]);

    expect(await migrate(url)).toEqual(NAMES.slice(AT));
    expect(await filled()).toEqual(FILLED);
    expect(await shape()).toEqual(whole);
    vi.restoreAllMocks();
  });
});

test('an unreachable database is reported as such', async () => {
  await expect(migrate('postgres://a:b@127.0.0.1:1/c')).rejects.toThrow('ECONNREFUSED');
});
