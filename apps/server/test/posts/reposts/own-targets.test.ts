import { afterEach, expect, test } from 'vitest';
import { uuidOf } from '../../leaving/dump.ts';
import { type Person, useServer } from '../../use-server.ts';
import { failedFor, ofTarget, repostedBy } from './expected-reposts.ts';
import { createRepost, differences, published, repostCalls, repostPost } from './use-reposts.ts';

const server = useServer();
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

const disconnect = (person: Person) => person.project.call('DELETE', `/api/v1/accounts/${person.account.id}`);

test('a second request changes nothing: the same answer, without a call to the network', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  const first = await repostPost(ana.project, post.id);
  await server.sandbox.fail({ network: 'x', action: 'status', status: 503, times: 9 });
  for (const body of [undefined, {}, { targetIds: [post.targets[0]!.id] }]) {
    const again = await repostPost(ana.project, post.id, body);
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  expect(await repostCalls(ana)).toHaveLength(1);
  expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
});

test('a repost stays listed after the account is gone', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  const first = await repostPost(ana.project, post.id);
  await disconnect(ana);
  expect((await repostPost(ana.project, post.id)).body).toEqual(first.body);
});

test('a post whose id the network did not return fails alone, without a call', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  await server.db.query({
    text: 'update targets set platform_post_id = null where id = $1',
    values: [uuidOf(post.targets[0]!.id)],
  });
  const reply = await repostPost(ana.project, post.id);
  expect(reply.body.reposts).toEqual([
    ofTarget(post.targets[0]!, (account) =>
      failedFor(
        account,
        'content_rejected: The network did not return the id of this post when it was published. Repost it by its link instead.',
      ),
    ),
  ]);
  expect([await repostCalls(ana), await ana.project.usage()]).toEqual([[], expect.objectContaining({ used: 1 })]);
});

test('a post that is reposted by its link too is billed once', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  const [target] = post.targets;
  // As the API returned it, and in the form of the real X.
  for (const url of [target!.url, `https://x.com/${ana.username}/status/${target!.platformPostId}`]) {
    const byLink = await createRepost(ana.project, { url, accountIds: [ana.account.id] });
    expect(byLink.body).toEqual({ reposts: [repostedBy(ana.account)] });
    const byPost = await repostPost(ana.project, post.id);
    expect(byPost.body.reposts).toEqual([{ targetId: target!.id, ...byLink.body.reposts[0] }]);
  }
  expect(await repostCalls(ana)).toHaveLength(1);
  expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
});
