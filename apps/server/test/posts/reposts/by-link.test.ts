import { afterEach, expect, test } from 'vitest';
import { type Person, useServer } from '../../use-server.ts';
import { failedFor, repostedBy, unsupportedFor } from './expected-reposts.ts';
import { createRepost, differences, postOfStranger, repostCalls } from './use-reposts.ts';

const server = useServer();
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

const accountIds = (...people: Person[]) => people.map(({ account }) => account.id);

test('every form of its link, and its id, identify the same post: one call, one bill, the same answer', async () => {
  const ana = await server.person('x');
  const { username, id } = await postOfStranger(server);
  const onion = 'twitter3e4tixl4xyajtrzo62zg5vztmjuricljdp2c5kshju4avyoid.onion';
  const links = [
    `https://x.com/${username}/status/${id}`,
    `http://twitter.com/${username}/statuses/${id}/photo/1?s=20#m`,
    `https://mobile.twitter.com/i/web/status/${id}`,
    `https://www.x.com/i/status/${id}/`,
    `https://m.twitter.com/statuses/${id}`,
    `https://twitter.com/status/${id}`,
    `https://twitter.com/#!/${username}/status/${id}`,
    `https://${onion}/${username}/status/${id}`,
    `https://fxtwitter.com/${username}/status/${id}.jpg`,
    `https://d.fixupx.com/${username}/status/${id}`,
    `https://vxtwitter.com/SomebodyElse/status/${id}`,
    `https://x.com/intent/retweet?tweet_id=${id}`,
    `https://x.com/intent/post?in_reply_to=${id}&text=hm`,
    `HTTPS://X.COM/${username}/status/${id}`,
    `x.com/${username}/status/${id}`,
    `www.twitter.com/i/status/${id}?s=20`,
    `  mobile.twitter.com/${username}/status/${id}\n`,
    id,
    ` ${id} `,
  ];
  const named = [...links.map((url) => ({ url })), { platform: 'x', platformPostId: id }];
  const replies = [];
  for (const post of named) replies.push(await createRepost(ana.project, { ...post, accountIds: accountIds(ana) }));
  const [first] = replies;
  expect(first!.body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect(replies.map(({ status, body }) => [status, body])).toEqual(named.map(() => [200, first!.body]));
  expect(await repostCalls(ana)).toEqual([id]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('the same post is a separate repost in another project, with another account', async () => {
  const ana = await server.person('x');
  const ben = await server.person('x');
  const { id } = await postOfStranger(server);
  for (const person of [ana, ben]) {
    await createRepost(person.project, { platform: 'x', platformPostId: id, accountIds: accountIds(person) });
    expect(await person.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  }
});

test.each(['instagram', 'threads', 'linkedin'] as const)(
  '%s has no reposts: unsupported, and free',
  async (platform) => {
    const project = await server.createProject('free');
    const ana = await server.person(platform, { project });
    const ben = await server.person(platform, { project });
    const reply = await createRepost(project, {
      platform,
      platformPostId: '17900000000000001',
      accountIds: accountIds(ana, ben),
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      { reposts: [unsupportedFor(ana.account), unsupportedFor(ben.account)] },
    ]);
    expect([await ben.calls(), await project.usage()]).toEqual([[], expect.objectContaining({ used: 0, reserved: 0 })]);
  },
);

test('an account that is not active fails alone; for a disconnected one no call is made', async () => {
  const ana = await server.person('x');
  await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  const { id } = await postOfStranger(server);
  const before = await ana.calls();
  const reply = await createRepost(ana.project, { platform: 'x', platformPostId: id, accountIds: accountIds(ana) });
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      reposts: [
        failedFor(
          ana.account,
          'account_not_active: The account is revoked (disconnected). Connect it again to publish.',
        ),
      ],
    },
  ]);
  expect([await ana.calls(), await ana.project.usage()]).toEqual([
    before,
    expect.objectContaining({ used: 0, reserved: 0 }),
  ]);
});
