import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';

let database: TestDatabase;
let server: pg.Client;
let other: pg.Client;

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
};

beforeEach(async () => {
  database = await createTestDatabase();
  [server, other] = [await connect(), await connect()];
});
afterEach(async () => {
  await Promise.all([server.end(), other.end()]);
  await database.drop();
});

const contents = async (): Promise<string[]> =>
  (await other.query<{ content: string }>('select content from posts order by content')).rows.map((row) => row.content);

/** Copies exist and hold nothing yet. */
const startCopies = () =>
  expect(
    partitionDatabase(database.url, 2, ({ step }) => {
      if (step === 'copy') throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');

const hasLockWait = () =>
  vi.waitUntil(
    async () =>
      (
        await other.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount! > 0,
    { timeout: 60_000 },
  );

test('what a server has deleted and not committed when the row is copied is deleted', async () => {
  await server.query(`insert into posts (project_id, id, content, media)
    select gen_random_uuid(), gen_random_uuid(), content, '[]' from unnest('{stays,goes}'::text[]) content`);
  await startCopies();
  await server.query("begin; delete from posts where content = 'goes'");
  const partitioning = partitionDatabase(database.url, 2);
  await hasLockWait();
  await server.query('commit');
  await partitioning;
  expect(await contents()).toEqual(['stays']);
});

test('what a server has written or changed and not committed when rows are copied is there once', async () => {
  await server.query(`insert into posts (project_id, id, content, media)
    select gen_random_uuid(), gen_random_uuid(), content, '[]' from unnest('{stays,changes}'::text[]) content`);
  await startCopies();
  await server.query(`begin; update posts set content = 'changed' where content = 'changes';
    insert into posts (project_id, id, content, media) values (gen_random_uuid(), gen_random_uuid(), 'new', '[]')`);
  const partitioning = partitionDatabase(database.url, 2);
  await hasLockWait();
  await server.query('commit');
  await partitioning;
  expect(await contents()).toEqual(['changed', 'new', 'stays']);
});

test('rows of the partitions obey foreign keys and unique indexes as those of the tables do', async () => {
  await partitionDatabase(database.url, 2);
  const ids = "'00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'";
  const target = `insert into targets (project_id, id, post_id, account_id, platform, position, run_at)
    values (${ids}, '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000003', 'x', 0, now())`;
  await expect(server.query(target)).rejects.toThrow('violates foreign key constraint "targets_project_id_');
  await server.query(`insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
    values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000003', 'x', '1', 'ana', 'active', now())`);
  await server.query(`insert into posts (project_id, id, content, media) values (${ids}, 'One', '[]')`);
  await server.query(target);
  const intent = `insert into write_intents (project_id, id, target_id, kind, lease_token, state)
    values ('00000000-0000-7000-8000-000000000001', gen_random_uuid(), '00000000-0000-7000-8000-000000000002', 'publish', 1, 'intended')`;
  await server.query(intent);
  await expect(server.query(intent)).rejects.toThrow(/unique constraint "one_public_write_p0\d"/);
  await server.query('delete from accounts');
  expect((await server.query('select from targets')).rowCount).toBe(0);
  expect((await server.query('select from write_intents')).rowCount).toBe(0);
});
