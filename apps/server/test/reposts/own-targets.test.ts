import { afterEach, expect, test } from 'vitest';
import { uuidOf } from '../removal/dump.ts';
import { type Person, useServer } from '../use-server.ts';
import { failedFor, ofTarget, repostedBy, unsupportedFor } from './expected-reposts.ts';
import {
  accountingOf,
  createRepost,
  differences,
  published,
  repostCalls,
  repostersOf,
  repostPost,
} from './use-reposts.ts';

const server = useServer();
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

const disconnect = (person: Person) => person.project.call('DELETE', `/api/v1/accounts/${person.account.id}`);

test('a published target is reposted by its account, for one unit and without a surcharge for its link', async () => {
  const ana = await server.person('x');
  const post = await published(ana, 'Read https://example.com/story');
  const [target] = post.targets;
  const reply = await repostPost(ana.project, post.id);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ reposts: [ofTarget(target!)] });
  expect(await repostersOf(server, target!.platformPostId)).toEqual([ana.username]);
  expect(await repostCalls(ana)).toEqual([target!.platformPostId]);
  expect(await accountingOf(server, ana)).toEqual({
    reserved: [{ units: 1, state: 'billed' }],
    ledger: [{ units: 1 }],
  });
  expect(await ana.project.usage()).toMatchObject({ used: 66, reserved: 0 });
});

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

test('platforms without reposts say so, besides those that have them; nothing is billed or sent for them', async () => {
  const project = await server.createProject();
  const [ben, ana, cleo] = [
    await server.person('threads', { project }),
    await server.person('x', { project }),
    await server.person('linkedin', { project }),
  ];
  const platforms = [ben, ana, cleo].map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const { post } = (await project.publish({ content: 'Everywhere', platforms })).body;
  const before = [await ben.writes(), await cleo.writes()];
  const reply = await repostPost(project, post.id);
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      reposts: [
        ofTarget(post.targets[0]!, unsupportedFor),
        ofTarget(post.targets[1]!),
        ofTarget(post.targets[2]!, unsupportedFor),
      ],
    },
  ]);
  expect([await ben.writes(), await cleo.writes()]).toEqual(before);
  expect(await project.usage()).toMatchObject({ used: 4, reserved: 0 });
});

test('of several targets, one that fails stops no other, and costs nothing', async () => {
  const project = await server.createProject();
  const people: Person[] = [];
  for (let i = 0; i < 3; i++) people.push(await server.person('x', { project }));
  const platforms = people.map(({ account }) => ({ platform: 'x', accountId: account.id }));
  const { post } = (await project.publish({ content: 'Three', platforms })).body;
  await people[1]!.control('restrict', { on: true });
  await disconnect(people[2]!);
  const reply = await repostPost(project, post.id);
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      reposts: [
        ofTarget(post.targets[0]!),
        ofTarget(post.targets[1]!, (account) =>
          failedFor(account, /^account_restricted: X has suspended this account\./),
        ),
        ofTarget(post.targets[2]!, (account) =>
          failedFor(account, 'account_not_active: The account is revoked (disconnected). Connect it again to publish.'),
        ),
      ],
    },
  ]);
  expect(await project.usage()).toMatchObject({ used: 4, reserved: 0 });
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
