import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { findPostsOfEvents, findTargetsOfEvents } from '../../src/events/event-facts.table.ts';
import { publishEvents } from '../../src/events/relay.table.ts';
import { ids } from '../../src/process/ids.ts';
import { storeSettled } from '../../src/publishing/settled-posts.table.ts';
import { explainJoins, explainReads } from '../explain-reads.ts';
import { settle, useEvents } from './use-events.ts';

const events = useEvents();

const [projectId, id] = [ids.uuid(), ids.uuid()];
const key = { projectId, id, postId: id };
const STATEMENTS: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  findPostsOfEvents: (db) => findPostsOfEvents(db, [key]),
  findTargetsOfEvents: (db) => findTargetsOfEvents(db, [key]),
  storeSettled: (db) => storeSettled(db, [key]),
  publishEvents: (db) =>
    publishEvents(db, [{ ...key, type: 'target.published', position: 1, body: '{}', derived: null }]),
};

/**
 * A column that a read compares with a list and with one value: PostgreSQL sorts the list again for
 * each row of the join.
 */
const TWICE = /\((\w+) = ANY.*\(\1 = (?!ANY)|\((\w+) = (?!ANY).*\(\2 = ANY/;

const readsWithAListForEachRow = async () => {
  const found: string[] = [];
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    const reads = await explainReads(events.db, statement);
    expect(reads.length, name).toBeGreaterThan(0);
    found.push(...reads.filter((read) => TWICE.test(read)).map((read) => `${name}: ${read}`));
  }
  return found;
};

test('the relay reads no list of keys again for each row', async () => {
  expect(await readsWithAListForEachRow()).toEqual([]);
  for (const target of await events.post(await events.project(), 20)) await settle(events, target);
  await events.relayAll();
  await events.db.query({ text: 'analyze posts, targets, idempotency_keys, events' });
  expect(await readsWithAListForEachRow()).toEqual([]);
});

const joins = async () =>
  Promise.all(
    Object.entries(STATEMENTS).map(async ([name, statement]) => [name, await explainJoins(events.db, statement)]),
  );

test('the relay compares no two lists pair by pair', async () => {
  await events.db.query({ text: 'truncate posts, targets, idempotency_keys, events cascade; analyze' });
  const expected = [
    ['findPostsOfEvents', ['Hash Join']],
    ['findTargetsOfEvents', ['Hash Join']],
    // It reads the targets of each post by an index.
    ['storeSettled', []],
    ['publishEvents', []],
  ];
  expect(await joins()).toEqual(expected);
  for (const target of await events.post(await events.project(), 20)) await settle(events, target);
  await events.relayAll();
  expect(await joins()).toEqual(expected);
  await events.db.query({ text: 'analyze posts, targets, accounts, idempotency_keys, events' });
  expect(await joins()).toEqual(expected);
});
