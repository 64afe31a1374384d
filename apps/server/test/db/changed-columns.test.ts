import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('a prepared statement goes on when the migration of a newer version adds a column', async () => {
  await db.query({ text: 'create table things as select 1 as id' });
  const read = async () => (await db.query({ name: 'read-things', text: 'select * from things' })).rows;
  expect(await read()).toEqual([{ id: 1 }]);
  await db.query({ text: 'alter table things add column name text' });
  expect(await read()).toEqual([{ id: 1, name: null }]);
  expect(await read()).toEqual([{ id: 1, name: null }]);
});

test('a transaction that meets an outdated plan begins again, and what it does happens once', async () => {
  await db.query({ text: 'create table notes as select 1 as id' });
  const read = { name: 'read-notes', text: 'select * from notes order by id' };
  await db.query(read);
  const addNote = async (id: number) =>
    db.transaction(async (tx) => {
      await tx.query({ name: 'add-note', text: 'insert into notes (id) values ($1)', values: [id] });
      return (await tx.query(read)).rows;
    });
  expect(await addNote(2)).toEqual([{ id: 1 }, { id: 2 }]);
  await db.query({ text: 'alter table notes add column name text' });
  const withNames = [1, 2, 3].map((id) => ({ id, name: null }));
  expect(await addNote(3)).toEqual(withNames);
  expect((await db.query(read)).rows).toEqual(withNames);
});
