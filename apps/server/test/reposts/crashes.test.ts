import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { sweepReposts } from '../../src/reposts/reposts.table.ts';
import { SWEPT_REPOST_ERRORS } from '../../src/reposts/run-repost.ts';
import { failedFor, repostedBy } from './expected-reposts.ts';
import { useMortalReposts } from './use-mortal-reposts.ts';
import { booksOf, differences, repostCalls, repostersOf, repostId, strangersPost } from './use-reposts.ts';

const { server, fell, meanwhile, fallen, bury, wake } = useMortalReposts();
let outside: pg.Client;
let database = '';
beforeAll(async () => {
  outside = new pg.Client({ connectionString: inject('postgresUrl') });
  await outside.connect();
  database = new URL(server.databaseUrl).pathname.slice(1);
});
afterAll(() => outside.end());
afterEach(async () => {
  await server.sandbox.heal();
  expect(await differences(server)).toEqual([]);
});

const ONE_BILL = { reserved: [{ units: 1, state: 'billed' }], ledger: [{ units: 1 }] };
const RELEASED = { reserved: [{ units: 1, state: 'released' }], ledger: [] };
const HELD = { reserved: [{ units: 1, state: 'held' }], ledger: [] };

describe.each([
  { at: 'claimed', calls: 0, live: 0, id: undefined },
  { at: 'intended', calls: 0, live: 0, id: undefined },
  { at: 'sent', calls: 1, live: 1, id: null },
] as const)('a process that dies with a repost $at', ({ at, calls, live, id }) => {
  test('holds its unit no longer than its lease, and the next request finishes it: live once, billed once', async () => {
    const ana = await server.person('x', { project: await server.createProject('free') });
    const post = await strangersPost(server);
    fell(ana, at);
    void repostId(ana, post.id).catch(() => undefined);
    await fallen(ana);
    expect(await booksOf(server, ana)).toEqual(HELD);
    expect([await repostCalls(ana), await repostersOf(server, post.id)]).toEqual([
      Array(calls).fill(post.id),
      Array(live).fill(ana.username),
    ]);

    await bury(ana);
    await expect.poll(() => ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
    expect(await booksOf(server, ana)).toEqual(RELEASED);
    expect((await repostId(ana, post.id)).body).toEqual({ reposts: [repostedBy(ana.account, id)] });
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect(await repostCalls(ana)).toHaveLength(calls + 1);
    expect(await booksOf(server, ana)).toEqual(ONE_BILL);
  });

  test('leaves it to who waits for it: the waiting request takes over and answers', async () => {
    const ana = await server.person('x');
    const post = await strangersPost(server);
    fell(ana, at);
    void repostId(ana, post.id).catch(() => undefined);
    await fallen(ana);
    const waiting = Promise.all([repostId(ana, post.id), repostId(ana, post.id)]);
    await sleep(200);
    await bury(ana);
    // The sweep may come between: then nobody goes on with it, and who waits is told how it stands.
    for (const { body } of await waiting) {
      expect([
        { reposts: [repostedBy(ana.account, id)] },
        { reposts: [failedFor(ana.account, /^(?:worker_lost|outcome_unknown): /)] },
      ]).toContainEqual(body);
    }
    expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account, id)]);
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect(await booksOf(server, ana)).toEqual(ONE_BILL);
  });

  test('and wakes up long after another has reposted: it changes nothing and tells what is stored', async () => {
    const ana = await server.person('x');
    const post = await strangersPost(server);
    fell(ana, at);
    const sleeper = repostId(ana, post.id);
    await fallen(ana);
    await bury(ana);
    await expect.poll(() => booksOf(server, ana)).toEqual(RELEASED);
    const { body } = await repostId(ana, post.id);
    wake(ana);
    expect((await sleeper).body).toEqual(body);
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect(await booksOf(server, ana)).toEqual(ONE_BILL);
  });
});

test('what nobody asks for again is told as it ended: never sent, or perhaps live', async () => {
  const errors: unknown[] = [];
  for (const at of ['claimed', 'sent'] as const) {
    const ana = await server.person('x');
    const post = await strangersPost(server);
    fell(ana, at);
    const sleeper = repostId(ana, post.id);
    await fallen(ana);
    await bury(ana);
    await expect.poll(() => booksOf(server, ana)).toEqual(RELEASED);
    wake(ana);
    errors.push((await sleeper).body.reposts);
    expect(await booksOf(server, ana)).toEqual(RELEASED);
    expect(errors.at(-1)).toEqual([
      failedFor(ana.account, at === 'claimed' ? SWEPT_REPOST_ERRORS.lost : SWEPT_REPOST_ERRORS.doubt),
    ]);
  }
});

test('a process that froze before its call wakes up and sends nothing when the repost is another’s', async () => {
  const ana = await server.person('x');
  const post = await strangersPost(server);
  fell(ana, 'claimed');
  const sleeper = repostId(ana, post.id);
  await fallen(ana);
  await bury(ana);
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  await expect.poll(() => booksOf(server, ana)).toEqual(RELEASED);
  const [second, first] = await Promise.all([
    repostId(ana, post.id),
    expect
      .poll(() => repostCalls(ana))
      .toHaveLength(1)
      .then(() => wake(ana))
      .then(() => server.sandbox.release())
      .then(() => sleeper),
  ]);
  expect(first.body).toEqual(second.body);
  expect(second.body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await repostCalls(ana)).toHaveLength(1);
});

test('a process that froze with a refusal in hand wakes up and takes nothing from who is reposting now', async () => {
  const ana = await server.person('x');
  const post = await strangersPost(server);
  fell(ana, 'sent');
  await server.sandbox.fail({ network: 'x', path: '/retweets$', action: 'status', status: 403, body: {} });
  const sleeper = repostId(ana, post.id);
  await fallen(ana);
  await bury(ana);
  await expect.poll(() => booksOf(server, ana)).toEqual(RELEASED);
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  const second = repostId(ana, post.id);
  await expect.poll(() => repostCalls(ana)).toHaveLength(2);
  wake(ana);
  await server.sandbox.release();
  const { body } = await second;
  expect(body.reposts).toEqual([repostedBy(ana.account)]);
  expect((await sleeper).body).toEqual(body);
  expect(await booksOf(server, ana)).toEqual(ONE_BILL);
});

test('a sweep leaves alone what is being attempted', async () => {
  const ana = await server.person('x');
  const post = await strangersPost(server);
  let swept: number | null = null;
  meanwhile(ana, 'sent', async () => {
    swept = await sweepReposts(server.db, SWEPT_REPOST_ERRORS);
  });
  expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(swept).toBe(0);
});

const killAll = () =>
  outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);

test.each(['claimed', 'intended', 'sent'] as const)(
  'every connection to the database is cut once it is %s: answered, live once, billed once',
  async (at) => {
    const ana = await server.person('x');
    const post = await strangersPost(server);
    meanwhile(ana, at, killAll);
    expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
    expect(await repostCalls(ana)).toEqual([post.id]);
    expect(await booksOf(server, ana)).toEqual(ONE_BILL);
  },
);

test('the database is away for a second after X took the repost: it is written down once it is back', async () => {
  const ana = await server.person('x');
  const post = await strangersPost(server);
  meanwhile(ana, 'sent', async () => {
    await outside.query(`alter database "${database}" allow_connections false`);
    await killAll();
    setTimeout(() => void outside.query(`alter database "${database}" allow_connections true`), 1_000);
  });
  expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await booksOf(server, ana)).toEqual(ONE_BILL);
});
