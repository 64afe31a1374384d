import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../../src/config/config.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { runFanfare } from './run-fanfare.ts';

let database: TestDatabase;
let db: DatabasePool;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const fanfare = (...words: string[]) => runFanfare(words, { DATABASE_URL: database.url });
const copies = async () =>
  (await db.query({ text: "select nspname from pg_namespace where nspname = 'public_partitioning'" })).rows;
const stopAt = (wanted: string) =>
  expect(
    partitionDatabase(database.url, 2, ({ step }) => {
      if (step === wanted) throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');

test('a new database is partitioned at once, with each step on standard error; a second run changes nothing', async () => {
  const first = await fanfare('partition', '--partitions', '2');
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The tables have 2 partitions each \(\d+ s\)\.\n$/),
  });
  expect(first.stderr).toContain('copies posts: 0 of about 0 rows\n');
  expect(first.stderr).toContain('builds index one_public_write\n');
  expect(first.stderr.trimEnd().split('\n').at(-1)).toBe(
    'puts the copies in place; statements wait for less than a second',
  );
  expect(await fanfare('partition', '--partitions', '2')).toMatchObject({ code: 0, stderr: '' });
  expect(await fanfare('partition')).toMatchObject({
    code: 1,
    stderr: 'fanfare: The tables have 2 partitions. That cannot be changed.\n',
  });
});

test('--dry-run says what would be copied and what stands in the way, and changes nothing', async () => {
  await db.query({ text: 'create view report as select count(*) from posts' });
  expect(await fanfare('partition', '--dry-run')).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^TABLE +ROWS +MB\nposts .*\ntargets .*\nwrite_intents .*\nusage_events .*\nreservations .*\nThey would be copied into 4 partitions each\. The copies need as much space again, \d+ MB, until the tables are deleted at the end\.\n$/,
    ),
    stderr: 'fanfare: view report reads posts: drop it and create it again afterwards\n',
  });
  expect(await fanfare('partition')).toMatchObject({
    code: 1,
    stderr: 'fanfare: view report reads posts: drop it and create it again afterwards\n',
  });
  expect(await copies()).toEqual([]);
});

test('while copies are under way a newer schema is refused, and they go on with their number or are given up', async () => {
  await stopAt('index');
  expect(await fanfare('partition', '--partitions', '3')).toMatchObject({
    code: 1,
    stderr:
      'fanfare: Copies with 2 partitions are under way: go on with --partitions 2, or give them up with --abandon.\n',
  });
  await db.query({ text: 'delete from migrations where name = (select max(name) from migrations)' });
  await expect(migrate(database.url)).rejects.toThrow(
    new ConfigError(
      'A newer schema is needed while "fanfare partition" copies tables: let it end with the version before, or give it up with "fanfare partition --abandon".',
    ),
  );
  expect(await fanfare('partition', '--abandon')).toMatchObject({
    code: 0,
    stdout: 'No copies are left. The tables are as they were.\n',
  });
  expect(await copies()).toEqual([]);
  expect((await db.query({ text: 'select from pg_trigger where not tgisinternal' })).rows).toEqual([]);
});

test('a number of partitions that cannot be is refused', async () => {
  expect(await fanfare('partition', '--partitions', '1')).toMatchObject({
    code: 1,
    stderr: 'fanfare: --partitions 1 is not a number from 2 to 64.\n',
  });
});

test('a copy that differs from its table is not put in its place', async () => {
  await db.query({
    text: "insert into posts (project_id, id, content, media) values (gen_random_uuid(), gen_random_uuid(), 'One', '[]')",
  });
  await stopAt('index');
  await db.query({ text: "update public_partitioning.posts set content = 'Other'" });
  expect(await fanfare('partition', '--partitions', '2')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'fanfare: The copies of posts differ from their tables. Nothing was changed; give the copies up with --abandon, and report this.\n',
    ),
  });
  expect((await db.query({ text: 'select content from posts' })).rows).toEqual([{ content: 'One' }]);
});

test('roles keep their rights', async () => {
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await db.query({ text: `create role ${role}` });
  await db.query({ text: `grant select on posts to ${role}` });
  await fanfare('partition', '--partitions', '2');
  const { rows } = await db.query<{ select: boolean; insert: boolean }>({
    text: `select has_table_privilege('${role}', 'posts', 'select') as select, has_table_privilege('${role}', 'posts', 'insert') as insert`,
  });
  await db.query({ text: `drop owned by ${role}` });
  await db.query({ text: `drop role ${role}` });
  expect(rows).toEqual([{ select: true, insert: false }]);
});
