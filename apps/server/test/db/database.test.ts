import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type DatabasePool, openDatabase, violates } from '../../src/db/database.ts';
import { DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
let db: DatabasePool;
const errors: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 1, onError: (error) => errors.push(error.message) });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const pid = async (connection: Pick<DatabasePool, 'query'>) =>
  (await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]!.pid;

async function kill(backend: number): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [backend]);
  await admin.end();
}

test('values are read as the table files expect them', async () => {
  const { rows } = await db.query({
    text: "select 9007199254740991::bigint as big, '2026-11-20'::date as day, '2026-11-20T10:00:00+02:00'::timestamptz as moment, current_setting('timezone') as zone, current_setting('jit') as jit",
  });
  expect(rows).toEqual([
    { big: 9007199254740991, day: '2026-11-20', moment: new Date('2026-11-20T08:00:00Z'), zone: 'UTC', jit: 'off' },
  ]);
});

test('a statement is not sent that was asked for before a new connection found commits missing', async () => {
  let losses = 0;
  const finding = openDatabase({
    ...{ url: database.url, maxConnections: 1, onError: () => undefined },
    history: {
      commits: { begin: () => 0, confirm: () => undefined },
      admit: async () => void losses++,
      losses: () => losses,
    },
  });
  const create = { text: 'create table asked_before (id int)' };
  const asked = [finding.query(create), finding.transaction((tx) => tx.query(create))];
  for (const outcome of await Promise.allSettled(asked))
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
  const { rows } = await finding.query({ text: "select to_regclass('asked_before') as found" });
  expect([losses, rows]).toEqual([1, [{ found: null }]]);
  await finding.close();
});

describe('a transaction', () => {
  test('is committed when its work succeeds, and rolled back when its work fails', async () => {
    const insert = (name: string) => ({
      text: 'insert into workspaces (id, name) values (gen_random_uuid(), $1)',
      values: [name],
    });
    expect(await db.transaction(async (tx) => (await tx.query(insert('kept'))).rowCount)).toBe(1);
    const failing = db.transaction(async (tx) => {
      await tx.query(insert('undone'));
      throw new Error('enough');
    });
    await expect(failing).rejects.toThrow('enough');
    const { rows } = await db.query({ text: 'select name from workspaces' });
    expect(rows).toEqual([{ name: 'kept' }]);
  });

  test('leaves a clean connection whatever happened in it', async () => {
    const before = await pid(db);
    await expect(db.transaction((tx) => tx.query({ text: 'select 1/0' }))).rejects.toThrow('division by zero');
    expect((await db.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
    expect(await pid(db)).toBe(before);
  });
});

describe('a statement that PostgreSQL refuses', () => {
  test('keeps its own error and does not cost the connection', async () => {
    const before = await pid(db);
    const refused = await db
      .query({ text: "insert into instance (id, canary) values (2, '')" })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(pg.DatabaseError);
    expect(violates(refused, 'instance_id_check')).toBe(true);
    expect(violates(refused, 'another')).toBe(false);
    expect(await pid(db)).toBe(before);
  });

  test('our own value that cannot be sent is not reported as a database failure', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    await expect(db.query({ text: 'select $1::jsonb', values: [circular] })).rejects.not.toBeInstanceOf(
      DatabaseUnavailable,
    );
    expect((await db.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
  });
});

describe('a connection that breaks', () => {
  test('while idle is replaced at the next query', async () => {
    const before = await pid(db);
    await kill(before);
    await expect.poll(() => errors.length).toBe(1);
    expect(await pid(db)).not.toBe(before);
  });

  test('during a statement reports an unknown result', async () => {
    const before = await pid(db);
    const sleeping = db.query({ text: 'select pg_sleep(10)' }).catch((error: unknown) => error);
    await kill(before);
    const error = await sleeping;
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).toMatchObject({ message: 'The connection to the database failed.', cause: expect.any(Error) });
    expect(await pid(db)).not.toBe(before);
  });

  test('in a transaction, between two statements, fails it and ends no process', async () => {
    const cut = db.transaction(async (tx) => {
      await kill(await pid(tx));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.query({ text: 'select 1' });
    });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect((await db.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
  });
});

test('an unreachable database is reported', async () => {
  const nowhere = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/c', maxConnections: 1, onError: () => undefined });
  await expect(nowhere.query({ text: 'select 1' })).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
  });
  await expect(nowhere.transaction(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await nowhere.close();
});
