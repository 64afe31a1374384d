import type { ListEventsResponse, Post } from '@fanfare/contract';
import { LIMITS } from '@fanfare/contract';
import { PLANS } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { type Call, callerOf, everyNetwork, target } from './call-mock.ts';
import { typesOf } from './receive.ts';

const publish = async (call: Call, body: object): Promise<Post> => {
  const answer = await call('POST', '/posts', { content: 'Hello', idempotencyKey: 'k', ...body });
  return (answer.body as { post: Post }).post;
};
const listed = async (call: Call, query = ''): Promise<ListEventsResponse> =>
  (await call('GET', `/events${query}`)).body as ListEventsResponse;

describe('events are written when the state changes', () => {
  test('a first comment that takes long: nothing before it has ended, then target, comment and post', async () => {
    const { mock, call, threads } = everyNetwork();
    mock.networks.threads.slowNextComment(20_000);
    mock.networks.threads.failNextComment('permission_missing');
    const publishing = publish(call, { platforms: [target(threads, { firstComment: 'first' })] });
    await mock.clock.advance(19_999);
    expect(mock.events.all()).toEqual([]);
    await mock.clock.advance(1);
    await publishing;
    expect(typesOf(mock.events.all())).toEqual(['target.published', 'comment.failed', 'post.published']);
    expect(mock.events.last('comment.failed')).toMatchObject({
      timestamp: '2026-11-20T09:00:20.000Z',
      data: { target: { status: 'published', commentError: expect.stringMatching(/^permission_missing: /) } },
    });
  });

  test('reposts, each once, with the target that published the post', async () => {
    const { mock, call, x } = everyNetwork();
    const post = await publish(call, { platforms: [target(x)] });
    mock.events.clear();
    await call('POST', `/posts/${post.id}/repost`);
    await call('POST', `/posts/${post.id}/repost`);
    mock.networks.x.failNextRepost('content_rejected');
    await call('POST', '/reposts', { platform: 'x', platformPostId: '20', accountIds: [x.id] });
    expect(typesOf(mock.events.all())).toEqual(['repost.published', 'repost.failed']);
    expect(mock.events.last('repost.published')?.data.repost).toMatchObject({
      ...{ accountId: x.id, targetId: post.targets[0]!.id, status: 'reposted', repostedAt: '2026-11-20T09:00:00.000Z' },
    });
    expect(mock.events.last('repost.failed')?.data.repost).toMatchObject({ targetId: null, platformRepostId: null });
  });

  test('accounts: connected, expired, connected again, revoked by either side', async () => {
    const mock = createMock();
    const call = callerOf(mock);
    const connect = async () => {
      const { body } = await call('POST', '/accounts/connect', { platform: 'x', profileId: 'customer-17' });
      mock.connect.approve((body as { authUrl: string }).authUrl);
      return mock.events.last('account.connected')!.data.account.id;
    };
    const id = await connect();
    mock.accounts.expire(id);
    mock.accounts.expire(id);
    expect(await connect()).toBe(id);
    mock.accounts.revoke(id);
    await connect();
    await call('DELETE', `/accounts/${id}`);
    await call('DELETE', `/accounts/${id}`);
    expect(mock.events.all().map(({ type, data }) => [type, data])).toEqual(
      [
        ['account.connected', 'active', null],
        ['account.expired', 'expired', 'refresh_rejected'],
        ['account.connected', 'active', null],
        ['account.revoked', 'revoked', 'revoked_by_user'],
        ['account.connected', 'active', null],
        ['account.revoked', 'revoked', 'disconnected'],
      ].map(([type, status, statusReason]) => [
        type,
        { account: { id, platform: 'x', profileId: 'customer-17', status, statusReason } },
      ]),
    );
  });

  test('a credential that ends is announced seven days before, once, and not when it was replaced', async () => {
    const { mock, call, linkedin, x } = everyNetwork();
    mock.accounts.expireAt(linkedin.id, '2026-12-20T09:00:00Z');
    mock.accounts.expireAt(x.id, '2026-12-20T09:00:00Z');
    const { body } = await call('POST', '/accounts/connect', { platform: 'x' });
    mock.connect.approve((body as { authUrl: string }).authUrl, { username: x.username });
    mock.events.clear();
    await mock.clock.travelTo('2026-12-13T08:59:59Z');
    expect(mock.events.all()).toEqual([]);
    await mock.clock.travelTo('2026-12-20T09:00:00Z');
    const account = { id: linkedin.id, platform: 'linkedin' };
    expect(mock.events.all()).toMatchObject([
      {
        type: 'account.expiring',
        timestamp: '2026-12-13T09:00:00.000Z',
        data: { account: { ...account, status: 'active' }, expiresAt: '2026-12-20T09:00:00.000Z' },
      },
      { type: 'account.expired', data: { account: { ...account, status: 'expired', statusReason: 'not_renewable' } } },
    ]);
    expect(mock.events.all()).toHaveLength(2);
  });

  test('a removal deletes the events of the person, and is itself the only one that is left', async () => {
    const { mock, call, x, threads } = everyNetwork();
    const { webhook } = mock.seed.webhook();
    await publish(call, { platforms: [target(x), target(threads)] });
    await call('POST', '/reposts', { platform: 'x', platformPostId: '20', accountIds: [x.id] });
    await publish(call, { platforms: [target(threads)], idempotencyKey: 'theirs' });
    const before = await listed(call);
    mock.accounts.remove(x.id);
    const { events } = await listed(call);
    expect(typesOf(events)).toEqual(['target.published', 'post.published', 'account.removed']);
    expect(events.at(-1)?.data).toEqual({ account: { id: x.id, platform: 'x' } });
    expect(JSON.stringify(events.slice(0, 2))).not.toContain(x.id);
    const { deliveries } = (await call('GET', `/webhooks/${webhook.id}/deliveries`)).body as {
      deliveries: { eventId: string }[];
    };
    expect(deliveries.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id).reverse());
    expect((await listed(call, `?after=${before.nextCursor}`)).events).toEqual(events.slice(-1));
  });

  test('a quota: the warning at 80 %, and that it is used up, each once a month', async () => {
    const { mock, call, x } = everyNetwork();
    mock.seed.plan('free');
    mock.seed.usage(PLANS.free.includedUnits * 0.8 - 1);
    const send = (idempotencyKey: string) =>
      call('POST', '/posts', { content: 'a', platforms: [target(x)], idempotencyKey });
    await send('a');
    await send('b');
    expect(mock.events.of('quota.warning').map(({ data }) => data)).toEqual([
      { usage: { ...((await call('GET', '/usage')).body as object), used: 79, reserved: 1, remaining: 20 } },
    ]);
    mock.seed.usage(PLANS.free.includedUnits);
    expect(mock.events.of('quota.exceeded')).toEqual([]);
    expect([(await send('c')).status, (await send('d')).status]).toEqual([429, 429]);
    expect(mock.events.of('quota.exceeded')).toMatchObject([{ data: { usage: { used: 100, remaining: 0 } } }]);
    await mock.clock.travelTo('2026-12-01T00:00:00Z');
    mock.seed.usage(PLANS.free.includedUnits);
    await send('e');
    expect(mock.events.of('quota.exceeded')).toHaveLength(2);
  });

  test('a version of a network that ended: once, where there is an account', () => {
    const mock = createMock();
    mock.networks.linkedin.endVersion('202511', '202610');
    expect(mock.events.all()).toEqual([]);
    mock.seed.account({ platform: 'linkedin' });
    mock.networks.linkedin.endVersion('202511', '202610');
    mock.networks.linkedin.endVersion('202511', '202610');
    expect(mock.events.all().map(({ type, data }) => [type, data])).toEqual([
      ['network.version_ended', { network: { platform: 'linkedin', version: '202511', nextVersion: '202610' } }],
    ]);
  });

  test('seeds are history: they write none, but a seeded post is published at its time', async () => {
    const { mock, x } = everyNetwork();
    mock.seed.post({ targets: [{ account: x.id }] });
    mock.seed.post({ publishAt: '2026-11-20T10:00:00Z', targets: [{ account: x.id }], idempotencyKey: 'mine' });
    expect(mock.events.all()).toEqual([]);
    await mock.clock.advance(3_600_000);
    expect(mock.events.last('post.published')?.data.post.idempotencyKey).toBe('mine');
  });

  test('a seeded post without a key has one that its events name', async () => {
    const { mock, x } = everyNetwork();
    const posts = [1, 2].map(() => mock.seed.post({ publishAt: '2026-11-20T10:00:00Z', targets: [{ account: x.id }] }));
    await mock.clock.advance(3_600_000);
    const keys = mock.events.all().flatMap(({ data }) => ('targets' in data ? [data.post.idempotencyKey] : []));
    expect(keys).toEqual(posts.map(({ id }) => `seeded ${id}`));
  });
});

describe('GET /events', () => {
  async function withEvents() {
    const world = everyNetwork();
    for (const idempotencyKey of ['a', 'b', 'c'])
      await publish(world.call, { platforms: [target(world.x)], idempotencyKey });
    return world;
  }

  test('keeps them for 30 days', async () => {
    const { mock, call } = await withEvents();
    await mock.clock.advance(LIMITS.eventDays.value * 86_400_000);
    expect((await listed(call)).events).toHaveLength(6);
    await mock.clock.advance(1);
    expect((await listed(call)).events).toEqual([]);
  });
});

test('events say which type they have, and clear() and reset() empty the log', async () => {
  const { mock, call, x } = everyNetwork();
  await publish(call, { platforms: [target(x)] });
  const url: string | null | undefined = mock.events.last('target.published')?.data.target.url;
  expect(url).toMatch(/^https:\/\/x\.com\/ada\/status\//);
  expect(mock.events.last('post.failed')).toBeUndefined();
  mock.events.clear();
  expect([mock.events.all(), (await listed(call)).events.length]).toEqual([[], 2]);
  mock.reset();
  expect((await listed(callerOf(mock))).events).toEqual([]);
});
