import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { STOP_TIMEOUTS } from '../../src/composition/server-options.ts';
import { ids, toPublicId } from '../../src/process/ids.ts';
import { publishedTarget } from '../expected-post.ts';
import { startTestServer } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { personOf } from '../use-server.ts';

test('a scheduled run with a write in flight is finished; posts due meanwhile are left to other servers', async () => {
  // A sweep that is under way when the stop begins may still claim.
  let onSwept = (): void => undefined;
  const swept = new Promise<void>((resolve) => {
    onSwept = resolve;
  });
  const server = await startTestServer({ options: { timings: { sweepMs: 600_000 }, onSwept } });
  await swept;
  const ana = await personOf(server, 'threads');
  await server.sandbox.hold('after', { network: 'threads', path: 'threads_publish$' });
  const begun = (await ana.publish({ content: 'Begun', publishAt: inMs(-1) })).body.post;
  const due = (await ana.publish({ content: 'Due during the stop', publishAt: inMs(600_000) })).body.post;
  await expect.poll(() => ana.writes(), { interval: 5 }).toContain('POST /{me}/threads_publish');
  const stopped = server.halt();
  // It is due during the stop.
  await server.db.query({
    text: 'update targets set run_at = now() where status = $1 and lease_owner is null',
    values: ['pending'],
  });
  await server.tick();
  await server.sandbox.release();
  await stopped;

  const { rows } = await server.db.query({
    text: `select p.content, t.status, t.lease_token, t.lease_owner from targets t join posts p on p.id = t.post_id order by p.created_at`,
  });
  expect(rows).toEqual([
    { content: begun.content, status: 'published', lease_token: 1, lease_owner: null },
    { content: due.content, status: 'pending', lease_token: 0, lease_owner: null },
  ]);
  const next = await server.startAnother();
  const project = ana.project.at(next.baseUrl);
  const settled = await project.settled(due.id);
  expect(settled.targets).toMatchObject([{ status: 'published', platformPostId: (await ana.posts())[0]!.id }]);
  expect((await project.addressed(begun.id)).targets).toEqual([publishedTarget(ana.account, (await ana.posts())[1])]);
  await server.stop();
});

test('a post for later is refused during a stop, and its key stays free', async () => {
  const server = await startTestServer();
  const ana = await personOf(server, 'threads');
  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
  const begun = ana.publish({ content: 'Begun' });
  await expect.poll(() => ana.writes(), { interval: 5 }).toContain('POST /{me}/threads_publish');
  const stopped = server.halt();
  const refused = await ana.publish({ content: 'Later', publishAt: inMs(600_000) }, 'later');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  await server.sandbox.release();
  expect((await begun).status).toBe(201);
  await stopped;
  const next = await server.startAnother();
  const platforms = [{ platform: 'threads', accountId: ana.account.id }];
  const taken = await ana.project
    .at(next.baseUrl)
    .publish({ content: 'Later', publishAt: inMs(600_000), platforms }, 'later');
  expect([taken.status, taken.body.replayed]).toEqual([202, false]);
  await server.stop();
});

test('a stop ends after its time limit, whatever still runs; the lease limits how long others wait', async () => {
  // 40 s for publishes, one for the answers, three to close: within the 45 s an operator gives.
  expect(STOP_TIMEOUTS).toEqual({ drainMs: 40_000, handedOverMs: 15_000, closeMs: 3_000 });
  let resume: () => void = () => undefined;
  const frozen = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const server = await startTestServer({
    options: {
      timings: { sweepMs: 600_000 },
      stopTimeouts: { drainMs: 300 },
      checkpoint: async (name) => (name === 'C5' ? frozen : undefined),
    },
  });
  const ana = await personOf(server, 'linkedin');
  const cut = ana.publish({ content: 'Stuck' }, 'stuck').catch((error: unknown) => error);
  await expect
    .poll(async () => (await server.db.query({ text: 'select from targets' })).rowCount, { interval: 5 })
    .toBe(1);
  await server.halt();
  expect(await cut).toBeInstanceOf(Error);
  expect(server.log()).toContain('stopping before everything was published');

  // The lease ends.
  await server.db.query({ text: `update targets set lease_expires_at = now()` });
  const next = await server.startAnother({ options: { checkpoint: async () => undefined, timings: { sweepMs: 100 } } });
  const project = ana.project.at(next.baseUrl);
  const platforms = [{ platform: 'linkedin', accountId: ana.account.id }];
  const replay = await project.publish({ content: 'Stuck', platforms }, 'stuck');
  expect(replay.status).toBe(200);
  expect((await project.settled(replay.body.post.id)).status).toBe('published');
  resume();
  await sleep(50);
  expect(await ana.posts()).toHaveLength(1);
  await server.stop();
});

test('hanging statements, of a request and of a claim, do not delay a stop', async () => {
  const server = await startTestServer({ options: { stopTimeouts: { closeMs: 200 } } });
  const project = await server.createProject();
  const locker = new pg.Client({ connectionString: server.databaseUrl });
  await locker.connect();
  await locker.query('begin; lock table posts');
  const asked = project.call('GET', `/api/v1/posts/${toPublicId('post', ids.uuid())}`).catch((error: unknown) => error);
  await server.tick();
  await expect
    .poll(
      async () =>
        (await server.db.query({ text: "select from pg_stat_activity where wait_event_type = 'Lock'" })).rowCount,
    )
    .toBe(2);
  // The lock is still held when the stop ends.
  await server.halt();
  expect(await asked).toBeInstanceOf(Error);
  await locker.end();
  await server.stop();
});
