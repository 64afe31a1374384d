import type { ErrorBody } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import { type Person, useServer } from '../../use-server.ts';
import { repostedBy } from './expected-reposts.ts';
import {
  accountingOf,
  createRepost,
  differences,
  postOfStranger,
  published,
  repostCalls,
  repostId,
  repostPost,
  spend,
} from './use-reposts.ts';

const server = useServer({
  limits: {
    requestsPerMinute: 100_000,
    publishesPerMinute: 100_000,
    refusedKeysPerMinute: 100,
    targetsInFlight: 500,
    publishesInFlightPerProject: 200,
    writesInFlightPerAccount: 100,
  },
});
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

const onFree = async (): Promise<Person> => server.person('x', { project: await server.createProject('free') });

test('a used-up plan refuses the whole request before any call to X, and earlier reposts are still returned', async () => {
  const ana = await onFree();
  const [first, second] = [await postOfStranger(server), await postOfStranger(server)];
  await spend(server, ana, 99);
  const done = await repostId(ana, first.id);
  expect(done.body.reposts).toEqual([repostedBy(ana.account)]);
  const { periodEnd } = await ana.project.usage();

  const refused = await createRepost<ErrorBody>(ana.project, {
    platform: 'x',
    platformPostId: second.id,
    accountIds: [ana.account.id],
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
  expect(refused.body).toEqual(
    errorBody(
      refused,
      'quota_exceeded',
      `This repost needs 1 unit, and the plan "free" has none left until ${periodEnd}. Nothing was reposted.`,
      [{ limit: 100, used: 100, reserved: 0, requested: 1, resetsAt: periodEnd }],
    ),
  );
  expect((await repostId(ana, first.id)).body).toEqual(done.body);
  expect(await repostCalls(ana)).toEqual([first.id]);
  expect(await ana.project.usage()).toMatchObject({ used: 100, reserved: 0, remaining: 0 });

  server.clock.advance(Date.parse(periodEnd) - server.clock.now() + 1_000);
  expect((await repostId(ana, second.id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('all accounts of a request fit, or none reposts', async () => {
  const project = await server.createProject('free');
  const people = [await server.person('x', { project }), await server.person('x', { project })];
  const { id } = await postOfStranger(server);
  await spend(server, people[0]!, 99);
  const accountIds = people.map(({ account }) => account.id);
  const reply = await createRepost<ErrorBody>(project, { platform: 'x', platformPostId: id, accountIds });
  expect([reply.status, reply.body.error.details]).toEqual([
    429,
    [{ limit: 100, used: 99, reserved: 0, requested: 2, resetsAt: expect.any(String) }],
  ]);
  expect(await Promise.all(people.map(repostCalls))).toEqual([[], []]);
  // Accounts named twice or reposted before need no unit.
  const [first] = accountIds;
  const one = { platform: 'x', platformPostId: id, accountIds: [first, first] };
  expect((await createRepost(project, one)).status).toBe(200);
  const rest = await createRepost<ErrorBody>(project, { platform: 'x', platformPostId: id, accountIds });
  expect(rest.body.error.details).toMatchObject([{ used: 100, requested: 1 }]);
});

test('a post’s own targets have the same plan', async () => {
  const ana = await onFree();
  const post = await published(ana);
  await spend(server, await onFree(), 0);
  await server.db.query({
    text: `update quota_periods set used = 100 where project_id in (select project_id from accounts where platform_user_id = $1)`,
    values: [ana.account.platformUserId],
  });
  const reply = await repostPost<ErrorBody>(ana.project, post.id);
  expect([reply.status, reply.body.error.code]).toEqual([429, 'quota_exceeded']);
  expect(await repostCalls(ana)).toEqual([]);
  await server.db.query({
    text: `update quota_periods set used = 1 where project_id in (select project_id from accounts where platform_user_id = $1)`,
    values: [ana.account.platformUserId],
  });
});

test('a repost in flight reserves its unit, and a failed one releases it', async () => {
  const ana = await onFree();
  const { id } = await postOfStranger(server);
  await spend(server, ana, 99);
  await ana.control('restrict', { on: true });
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  const reposting = repostId(ana, id);
  await expect.poll(() => ana.project.usage()).toMatchObject({ used: 99, reserved: 1, remaining: 0 });
  const other = await postOfStranger(server);
  expect((await repostId(ana, other.id)).status).toBe(429);
  await server.sandbox.release();
  expect((await reposting).body.reposts).toMatchObject([{ status: 'failed' }]);
  expect(await ana.project.usage()).toMatchObject({ used: 99, reserved: 0, remaining: 1 });
  expect(await accountingOf(server, ana)).toEqual({ reserved: [{ units: 1, state: 'released' }], ledger: [] });
});

test('100 concurrent reposts on a plan with 10 units left: exactly 10 are made and billed', async () => {
  const ana = await onFree();
  const posts = await Promise.all(Array.from({ length: 100 }, () => postOfStranger(server)));
  await spend(server, ana, 90);
  const replies = await Promise.all(posts.map(({ id }) => repostId(ana, id)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), ...Array(90).fill(429)]);
  for (const { status, body } of replies) if (status === 200) expect(body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await repostCalls(ana)).toHaveLength(10);
  expect(await ana.project.usage()).toMatchObject({ used: 100, reserved: 0, remaining: 0 });
});
