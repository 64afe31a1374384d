import { readdir } from 'node:fs/promises';
import knex from 'knex';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';

type Migration = { up(db: knex.Knex): Promise<void>; down(db: knex.Knex): Promise<void> };

const FOLDER = new URL('../../src/db/migrations/', import.meta.url);
const FILES = (await readdir(FOLDER)).sort();
/** In the order they are applied. */
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

/** Every column, index and constraint there is, as text. */
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

test('an empty database is brought to the newest schema, once', async () => {
  expect(await migrate(url)).toEqual(NAMES);
  const made = await shape();
  expect(made.length).toBeGreaterThan(100);
  expect(await migrate(url)).toEqual([]);
  expect(await shape()).toEqual(made);
});

test('of several servers that start at the same moment one does the work and all go on', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  expect(applied.flat()).toEqual(NAMES);
  expect((await inDatabase((client) => client.query('select name from migrations'))).rows).toEqual(
    NAMES.map((name) => ({ name })),
  );
});

test('a server that died in the middle stands in nobody’s way', async () => {
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

test('a migration that fails leaves nothing behind', async () => {
  // Knex tells the console as well.
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

test('credentials of an older version are kept alive from then on', async () => {
  const db = knex({ client: 'pg', connection: url });
  const at = NAMES.findIndex((name) => name.endsWith('_renewals'));
  for (const { up } of MIGRATIONS.slice(0, at)) await up(db);
  const stored = await inDatabase(async (client) => {
    const lives = { threads: '60 days', x: '2 hours', linkedin: '60 days', hub: null };
    for (const [i, [platform, life]] of Object.entries(lives).entries()) {
      const id = `00000000-0000-0000-0000-00000000000${i}`;
      await client.query(
        `insert into accounts (project_id, id, platform, platform_user_id, username, status, hub, connected_at)
         values ($1, $1, $2, 'someone', 'someone', $3, $4, now())`,
        [id, platform, platform === 'linkedin' ? 'expired' : 'active', platform === 'hub' ? '{}' : null],
      );
      await client.query(
        `insert into credentials (project_id, account_id, version, key_id, wrapped_key, sealed, scopes, expires_at)
         values ($1, $1, 1, 'k1', '', '', '{}', now() + $2::interval)`,
        [id, life],
      );
    }
    for (const { up } of MIGRATIONS.slice(at)) await up(db);
    return client.query(
      `select a.platform, round(extract(epoch from c.renew_at - now()) / 86400)::int as renew, round(extract(epoch from c.ends_at - now()) / 86400)::int as ends
       from credentials c join accounts a on a.id = c.account_id order by a.id`,
    );
  });
  await db.destroy();
  expect(stored.rows).toEqual([
    { platform: 'threads', renew: 30, ends: 60 },
    { platform: 'x', renew: 30, ends: null },
    { platform: 'linkedin', renew: null, ends: null },
    { platform: 'hub', renew: null, ends: null },
  ]);
});

describe('down and up again', () => {
  test('gives the same schema', async () => {
    await migrate(url);
    const before = await shape();
    const db = knex({ client: 'pg', connection: url });
    for (const { down } of MIGRATIONS.toReversed()) await down(db);
    expect(await shape()).toEqual([]);
    for (const { up } of MIGRATIONS) await up(db);
    await db.destroy();
    expect(await shape()).toEqual(before);
  });
});

test('a database that is not there is told plainly', async () => {
  await expect(migrate('postgres://a:b@127.0.0.1:1/c')).rejects.toThrow('ECONNREFUSED');
});
