import type { ErrorBody } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import { useServer } from '../../use-server.ts';
import { repostedBy } from './expected-reposts.ts';
import { createRepost, differences, postOfStranger, repostCalls, repostId } from './use-reposts.ts';

const server = useServer({
  limits: {
    requestsPerMinute: 100_000,
    publishesPerMinute: 100_000,
    refusedKeysPerMinute: 100,
    targetsInFlight: 100,
    publishesInFlightPerProject: 1,
    writesInFlightPerAccount: 4,
  },
});
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

test('a project without capacity gets 429 and nothing is reserved; all requests for the running repost get its result', async () => {
  const ana = await server.person('x');
  const [slow, other] = [await postOfStranger(server), await postOfStranger(server)];
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  const begun = repostId(ana, slow.id);
  await expect.poll(() => repostCalls(ana)).toHaveLength(1);
  const joining = repostId(ana, slow.id);
  const refused = await createRepost<ErrorBody>(ana.project, {
    platform: 'x',
    platformPostId: other.id,
    accountIds: [ana.account.id],
  });
  await server.sandbox.release();
  const joined = await joining;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(refused.body).toEqual(
    errorBody(refused, 'rate_limited', 'Too many publishes are in progress. Send the request again.'),
  );
  expect(joined.body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect((await begun).body).toEqual(joined.body);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  expect((await repostId(ana, other.id)).body.reposts).toEqual([repostedBy(ana.account)]);
});

test('capacity that becomes free in time is used', async () => {
  const ana = await server.person('x');
  const posts = [await postOfStranger(server), await postOfStranger(server)];
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$' });
  const reposting = Promise.all(posts.map(({ id }) => repostId(ana, id)));
  await expect.poll(() => repostCalls(ana)).toHaveLength(1);
  await server.sandbox.release();
  const replies = await reposting;
  expect(replies.map(({ body }) => body)).toEqual(Array(2).fill({ reposts: [repostedBy(ana.account)] }));
});
