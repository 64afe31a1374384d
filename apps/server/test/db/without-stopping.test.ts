import knex, { type Knex } from 'knex';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildIndex, underShortLock } from '../../src/db/without-stopping.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
let migration: Knex;
let server: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  migration = knex({ client: 'pg', connection: database.url });
  server = new pg.Client({ connectionString: database.url });
  await server.connect();
});
afterEach(async () => {
  await server.end();
  await migration.destroy();
  await database.drop();
});

test('while another server has written and not yet committed, all others read, and the migration goes on after the commit', async () => {
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query("begin; insert into workspaces (id, name) values (gen_random_uuid(), 'Acme')");
  const migrating = underShortLock(migration, 'alter table workspaces add column added text');
  const waits = () =>
    server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await vi.waitUntil(async () => (await waits()).rowCount === 1, { timeout: 60_000 });
  // It would wait for the writer if the migration did.
  expect((await server.query('select name from workspaces')).rows).toEqual([]);
  await writer.query('commit');
  await migrating;
  await writer.end();
  expect((await server.query('select name, added from workspaces')).rows).toEqual([{ name: 'Acme', added: null }]);
});

test('an index that a killed process left unfinished is built anew', async () => {
  await server.query("insert into workspaces (id, name) select gen_random_uuid(), 'Acme' from generate_series(1, 2)");
  const unfinished = 'create unique index concurrently workspaces_by_name on workspaces (name)';
  await expect(server.query(unfinished)).rejects.toThrow('could not create unique index');
  await buildIndex(migration, 'workspaces_by_name', 'workspaces (name)');
  const { rows } = await server.query(
    "select indisvalid, indisunique from pg_index where indexrelid = 'workspaces_by_name'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
});
