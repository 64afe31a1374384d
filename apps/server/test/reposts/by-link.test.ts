import type { ErrorBody } from '@fanfare/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { toPublicId } from '../../src/ids.ts';
import { errorBody } from '../error-body.ts';
import { type Person, useServer } from '../use-server.ts';
import { failedFor, repostedBy, unsupportedFor } from './expected-reposts.ts';
import { createRepost, differences, repostCalls, repostersOf, spend, strangersPost } from './use-reposts.ts';

const server = useServer();
afterEach(async () => {
  await server.sandbox.heal();
  expect(await differences(server)).toEqual([]);
});

const accountIds = (...people: Person[]) => people.map(({ account }) => account.id);

test('a stranger’s post is reposted by its link, for one unit', async () => {
  const ana = await server.person('x');
  const { username, id } = await strangersPost(server);
  const reply = await createRepost(ana.project, {
    url: `https://x.com/${username}/status/${id}`,
    accountIds: accountIds(ana),
  });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect(await repostersOf(server, id)).toEqual([ana.username]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('every shape of its link, and its id, name the same post: one call, one bill, the same answer', async () => {
  const ana = await server.person('x');
  const { username, id } = await strangersPost(server);
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

test('each account reposts for itself, in the order they are named; one named twice does it once', async () => {
  const project = await server.createProject();
  const [ana, ben, cleo] = [
    await server.person('x', { project }),
    await server.person('x', { project }),
    await server.person('x', { project }),
  ];
  await ben.control('restrict', { on: true });
  const { id } = await strangersPost(server);
  const body = { platform: 'x', platformPostId: id, accountIds: accountIds(cleo, ben, ana, cleo) };
  const reply = await createRepost(project, body);
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      reposts: [
        repostedBy(cleo.account),
        failedFor(ben.account, /^account_restricted: /),
        repostedBy(ana.account),
        repostedBy(cleo.account),
      ],
    },
  ]);
  expect(reply.body.reposts[3]).toEqual(reply.body.reposts[0]);
  expect((await repostersOf(server, id)).toSorted()).toEqual([ana.username, cleo.username].toSorted());
  expect(await project.usage()).toMatchObject({ used: 2, reserved: 0 });

  // Those that have it are not asked again; the one that failed is.
  await ben.control('restrict', { on: false });
  const again = await createRepost(project, body);
  expect(again.body.reposts).toEqual([
    reply.body.reposts[0],
    repostedBy(ben.account),
    reply.body.reposts[2],
    reply.body.reposts[0],
  ]);
  expect(await Promise.all([ana, ben, cleo].map(async (person) => (await repostCalls(person)).length))).toEqual([
    1, 2, 1,
  ]);
  expect(await project.usage()).toMatchObject({ used: 3, reserved: 0 });
});

test('the same post is a repost of its own in another project, with another account', async () => {
  const ana = await server.person('x');
  const ben = await server.person('x');
  const { id } = await strangersPost(server);
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

test('hubs have no reposts either', async () => {
  const project = await server.createProject();
  const ana = await server.person('x', { project });
  const { rows } = await server.db.query<{ id: string }>({
    text: `insert into accounts (project_id, id, platform, platform_user_id, username, status, hub, connected_at)
           select project_id, gen_random_uuid(), 'hub', 'user:1@blog.example/', 'ana', 'active', '{}', now() from accounts
           where platform_user_id = $1 returning id`,
    values: [ana.account.platformUserId],
  });
  const hub = { id: toPublicId('acc', rows[0]!.id), platform: 'hub' } as const;
  const reply = await createRepost(project, { platform: 'hub', platformPostId: 'hello-world', accountIds: [hub.id] });
  expect([reply.status, reply.body]).toEqual([200, { reposts: [unsupportedFor(hub)] }]);
});

test('an account that is not active fails alone; a disconnected one is not even asked for', async () => {
  const ana = await server.person('x');
  await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  const { id } = await strangersPost(server);
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

describe('refused, before anything is held or sent', () => {
  const NOT_A_LINK =
    'This is not a link to a post on x. Send the address of the post itself, or platform and platformPostId.';

  test.each([
    'https://example.com/jack/status/20',
    'https://x.com/jack',
    'https://x.com/jack/status/',
    'https://x.com/jack/status/abc',
    'https://x.com/jack/status/0',
    'https://x.com/jack/status/12345678901234567890',
    'https://x.com.evil.example/jack/status/20',
    'https://evil.example/?https://x.com/jack/status/20',
    'https://notx.com/jack/status/20',
    'https://x.com:8443/jack/status/20',
    'https://www.instagram.com/p/CxYz/',
    'https://www.linkedin.com/feed/update/urn:li:share:7000000000000000000/',
    'http://169.254.169.254/jack/status/20',
  ])('a link that names no post: %s', async (url) => {
    const project = await server.createProject();
    const reply = await createRepost<ErrorBody>(project, { url, accountIds: ['acc_1'] });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'invalid_request', `url: ${NOT_A_LINK}`, [{ path: 'url', message: NOT_A_LINK }]),
    );
  });

  test.each<[string, object, string[]]>([
    ['neither link nor id', { accountIds: ['acc_1'] }, ['url']],
    ['both', { url: 'https://x.com/a/status/1', platform: 'x', platformPostId: '1', accountIds: ['acc_1'] }, ['url']],
    ['a platform without an id', { platform: 'x', accountIds: ['acc_1'] }, ['url']],
    ['an id without a platform', { platformPostId: '1', accountIds: ['acc_1'] }, ['url']],
    ['no platform of this API', { platform: 'myspace', platformPostId: '1', accountIds: ['acc_1'] }, ['platform']],
    ['no text for a link', { url: '', accountIds: ['acc_1'] }, ['url']],
    ['a script', { url: 'javascript:alert(1)', accountIds: ['acc_1'] }, ['url']],
    ['user info', { url: 'https://x.com@evil.example/a/status/1', accountIds: ['acc_1'] }, ['url']],
    ['no accounts', { url: 'https://x.com/a/status/1', accountIds: [] }, ['accountIds']],
    ['eleven accounts', { url: 'https://x.com/a/status/1', accountIds: Array(11).fill('acc_1') }, ['accountIds']],
    ['an empty id', { platform: 'x', platformPostId: '', accountIds: ['acc_1'] }, ['platformPostId']],
    ['nothing', {}, ['accountIds']],
  ])('a body that is no request: %s', async (_name, body, paths) => {
    const project = await server.createProject();
    const reply = await createRepost<ErrorBody>(project, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
    expect(reply.body.error.details?.map((detail) => 'path' in detail && detail.path)).toEqual(paths);
  });

  test('accounts that are unknown or another project’s, all of them named: 404', async () => {
    const ana = await server.person('x');
    const ben = await server.person('x');
    const ids = [ana.account.id, ben.account.id, 'acc_01m7w4n5ntfm78mh9vvwca3vx0', 'nonsense'];
    const reply = await createRepost<ErrorBody>(ana.project, { platform: 'x', platformPostId: '20', accountIds: ids });
    const details = [1, 2, 3].map((i) => ({
      path: `accountIds[${i}]`,
      message: `There is no account ${ids[i]} in this project.`,
      accountId: ids[i],
    }));
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual(
      errorBody(reply, 'account_not_found', `accountIds[1]: ${details[0]!.message} (and 2 more, see details)`, details),
    );
    expect([await repostCalls(ana), await repostCalls(ben)]).toEqual([[], []]);
  });

  test('accounts of another platform than the post: 400, after the accounts and before the quota', async () => {
    const project = await server.createProject('free');
    const ana = await server.person('x', { project });
    const ben = await server.person('threads', { project });
    await spend(server, ana, 100);
    const url = 'https://x.com/jack/status/20';
    const reply = await createRepost<ErrorBody>(project, { url, accountIds: accountIds(ana, ben) });
    const message = `Account ${ben.account.id} is on threads, but the post is on x.`;
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'platform_mismatch', `accountIds[1]: ${message}`, [
        { path: 'accountIds[1]', message, platform: 'x', accountId: ben.account.id },
      ]),
    );
    const missing = await createRepost<ErrorBody>(project, { url, accountIds: [ben.account.id, 'acc_1'] });
    expect([missing.status, missing.body.error.code]).toEqual([404, 'account_not_found']);
    const exceeded = await createRepost<ErrorBody>(project, { url, accountIds: accountIds(ana) });
    expect([exceeded.status, exceeded.body.error.code]).toEqual([429, 'quota_exceeded']);
    expect(await repostCalls(ana)).toEqual([]);
  });

  test('an id that no post of the network can have, like a link that names none', async () => {
    const ana = await server.person('x');
    const message =
      'This is not the id of a post on X: those are numbers of at most 19 digits. Send the number at the end of the link to the post.';
    const asked = { platform: 'x', platformPostId: 'not-a-number', accountIds: accountIds(ana) };
    const reply = await createRepost<ErrorBody>(ana.project, asked);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'invalid_request', `platformPostId: ${message}`, [{ path: 'platformPostId', message }]),
    );
    expect([await repostCalls(ana), await ana.project.usage()]).toEqual([
      [],
      expect.objectContaining({ used: 0, reserved: 0 }),
    ]);
  });
});
