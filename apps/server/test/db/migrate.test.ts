import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';

const FILES = await readdir(new URL('../../src/db/migrations/', import.meta.url));
/** In the order in which they run. */
const NAMES = FILES.map((file) => file.replace(/\.ts$/, '')).sort();

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
  // Statements of ours write to it before a server has started its jobs.
  const queue = () => inDatabase((client) => client.query('select from pgboss_v12.job'));
  expect((await queue()).rows).toEqual([]);
  await inDatabase((client) => client.query('drop schema pgboss_v12 cascade'));
  expect([await migrate(url), (await queue()).rows]).toEqual([[], []]);
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

test.each([
  ['the migrations of a checkout before the first release', ['20261122T0800_first_schema', '20261122T1400_events']],
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

test('an unreachable database is reported as such', async () => {
  await expect(migrate('postgres://a:b@127.0.0.1:1/c')).rejects.toThrow('ECONNREFUSED');
});
