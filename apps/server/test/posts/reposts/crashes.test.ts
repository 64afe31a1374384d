import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { intendRepost, sweepReposts } from '../../../src/posts/reposts/reposts.table.ts';
import { SWEPT_REPOST_ERRORS } from '../../../src/posts/reposts/run-repost.ts';
import { failedFor, repostedBy } from './expected-reposts.ts';
import { useKillableReposts } from './use-killable-reposts.ts';
import { accountingOf, differences, postOfStranger, repostCalls, repostersOf, repostId } from './use-reposts.ts';

const { server, killAt, meanwhile, killed, expireLeases, wake } = useKillableReposts();
let outside: pg.Client;
let database = '';
beforeAll(async () => {
  outside = new pg.Client({ connectionString: inject('postgresUrl') });
  await outside.connect();
  database = new URL(server.databaseUrl).pathname.slice(1);
});
afterAll(() => outside.end());
afterEach(async () => {
  await server.sandbox.removeFaults();
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
    const post = await postOfStranger(server);
    killAt(ana, at);
    void repostId(ana, post.id).catch(() => undefined);
    await killed(ana);
    expect(await accountingOf(server, ana)).toEqual(HELD);
    expect([await repostCalls(ana), await repostersOf(server, post.id)]).toEqual([
      Array(calls).fill(post.id),
      Array(live).fill(ana.username),
    ]);

    await expireLeases(ana);
    await expect.poll(() => ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
    expect(await accountingOf(server, ana)).toEqual(RELEASED);
    expect((await repostId(ana, post.id)).body).toEqual({ reposts: [repostedBy(ana.account, id)] });
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect(await repostCalls(ana)).toHaveLength(calls + 1);
    expect(await accountingOf(server, ana)).toEqual(ONE_BILL);
  });

  test('hands it to the waiting request, which takes over and answers', async () => {
    const ana = await server.person('x');
    const post = await postOfStranger(server);
    killAt(ana, at);
    void repostId(ana, post.id).catch(() => undefined);
    await killed(ana);
    const waiting = Promise.all([repostId(ana, post.id), repostId(ana, post.id)]);
    await sleep(200);
    await expireLeases(ana);
    // The sweep may come first: then no request continues it, and waiting ones get its status.
    for (const { body } of await waiting) {
      expect([
        { reposts: [repostedBy(ana.account, id)] },
        { reposts: [failedFor(ana.account, /^(?:worker_lost|outcome_unknown): /)] },
      ]).toContainEqual(body);
    }
    expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account, id)]);
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect(await accountingOf(server, ana)).toEqual(ONE_BILL);
  });

  test('and continues long after another one has reposted: it changes nothing and returns what is stored', async () => {
    const ana = await server.person('x');
    const post = await postOfStranger(server);
    killAt(ana, at);
    const sleeper = repostId(ana, post.id);
    await killed(ana);
    await expireLeases(ana);
    await expect.poll(() => accountingOf(server, ana)).toEqual(RELEASED);
    const { body } = await repostId(ana, post.id);
    wake(ana);
    expect((await sleeper).body).toEqual(body);
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    expect(await accountingOf(server, ana)).toEqual(ONE_BILL);
  });
});

test('a repost that is never requested again settles: never sent, or perhaps live', async () => {
  const errors: unknown[] = [];
  for (const at of ['claimed', 'sent'] as const) {
    const ana = await server.person('x');
    const post = await postOfStranger(server);
    killAt(ana, at);
    const sleeper = repostId(ana, post.id);
    await killed(ana);
    await expireLeases(ana);
    await expect.poll(() => accountingOf(server, ana)).toEqual(RELEASED);
    wake(ana);
    errors.push((await sleeper).body.reposts);
    expect(await accountingOf(server, ana)).toEqual(RELEASED);
    expect(errors.at(-1)).toEqual([
      failedFor(ana.account, at === 'claimed' ? SWEPT_REPOST_ERRORS.lost : SWEPT_REPOST_ERRORS.doubt),
    ]);
  }
});

test('a process that froze before its call continues and sends nothing when another one has the repost', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  killAt(ana, 'claimed');
  const sleeper = repostId(ana, post.id);
  await killed(ana);
  await expireLeases(ana);
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  await expect.poll(() => accountingOf(server, ana)).toEqual(RELEASED);
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

test('a process that froze with a refusal in memory continues and does not affect the current attempt', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  killAt(ana, 'sent');
  await server.sandbox.fail({ network: 'x', path: '/retweets$', action: 'status', status: 403, body: {} });
  const sleeper = repostId(ana, post.id);
  await killed(ana);
  await expireLeases(ana);
  await expect.poll(() => accountingOf(server, ana)).toEqual(RELEASED);
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  const second = repostId(ana, post.id);
  await expect.poll(() => repostCalls(ana)).toHaveLength(2);
  wake(ana);
  await server.sandbox.release();
  const { body } = await second;
  expect(body.reposts).toEqual([repostedBy(ana.account)]);
  expect((await sleeper).body).toEqual(body);
  expect(await accountingOf(server, ana)).toEqual(ONE_BILL);
});

test('an attempt that was overtaken records no call, however long the current one takes', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  const outcomes: unknown[] = [];
  meanwhile(ana, 'claimed', async () => {
    const held = 'select project_id, account_id, attempt_id from reposts where platform_post_id = $1';
    const { rows } = await server.db.query<Record<'project_id' | 'account_id' | 'attempt_id', string>>({
      text: held,
      values: [post.id],
    });
    const { project_id: projectId, account_id: accountId, attempt_id: current } = rows[0]!;
    for (const attemptId of [randomUUID(), current])
      outcomes.push(
        (await intendRepost(server.db, { projectId, accountId, platformPostId: post.id, attemptId }, 60)).state,
      );
  });
  expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(outcomes).toEqual(['lease_lost', 'intended']);
});

test('a sweep leaves running attempts alone', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
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
    const post = await postOfStranger(server);
    meanwhile(ana, at, killAll);
    expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
    expect(await repostCalls(ana)).toEqual([post.id]);
    expect(await accountingOf(server, ana)).toEqual(ONE_BILL);
  },
);

test('the database is down for a second after X accepted the repost: it is recorded once it is back', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  meanwhile(ana, 'sent', async () => {
    await outside.query(`alter database "${database}" allow_connections false`);
    await killAll();
    setTimeout(() => void outside.query(`alter database "${database}" allow_connections true`), 1_000);
  });
  expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await accountingOf(server, ana)).toEqual(ONE_BILL);
});
