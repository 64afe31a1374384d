import type { Account, Post } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { MOMENT } from '../expected-post.ts';
import { inMs } from '../in-ms.ts';
import { networkCalls } from '../leaving/callbacks.ts';
import { removalsDone } from '../leaving/dump.ts';
import { postOfStranger, repostId, repostPost } from '../posts/reposts/use-reposts.ts';
import { until } from '../until.ts';
import { type Person, useServer } from '../use-server.ts';
import {
  accountInEvent,
  allPublic,
  event,
  eventsAfterConnect,
  eventsOf,
  inEvent,
  inPostEvent,
  only,
} from './read-events.ts';

const server = useServer({ env: { LINKEDIN_VERSION: '202601,202609' } });

afterEach(() => server.sandbox.removeFaults());

const postInEvent = ({ id, status, createdAt, publishAt, cancelledAt }: Post, idempotencyKey: string) => ({
  ...{ id, status, createdAt, publishAt, cancelledAt, idempotencyKey },
});
const to = (...people: Person[]) => people.map(({ account: { platform, id } }) => ({ platform, accountId: id }));
const publish = async (person: Person, content: object, key: string): Promise<Post> =>
  (await person.publish({ content: 'Hello', ...content }, key)).body.post;
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type).sort();
const accountOf = (person: Person, change: Partial<Account>) => accountInEvent({ ...person.account, ...change });

test('a published target, and its post', async () => {
  const ana = await server.person('x');
  const post = await publish(ana, {}, 'key-1');
  const events = await eventsAfterConnect(ana.project, 2);
  expect(events).toEqual([
    event('target.published', { post: postInEvent(post, 'key-1'), target: inEvent(post.targets[0]!) }),
    event('post.published', { post: postInEvent(post, 'key-1'), targets: post.targets.map(inPostEvent) }),
  ]);
});

test('the event of a target whose address is read after it has settled has that address', async () => {
  const ana = await server.person('threads');
  const post = await publish(ana, {}, 'key-1');
  const [target] = post.targets;
  expect(target!.url).toMatch(/^https?:/);
  const published = only(await eventsAfterConnect(ana.project, 2), 'target.published');
  expect(published.data).toEqual({ post: postInEvent(post, 'key-1'), target: inEvent(target!) });
});

test('a failed target, and its post', async () => {
  const ana = await server.person('x');
  await ana.control('restrict', { on: true });
  const post = await publish(ana, {}, 'key-1');
  expect(post.status).toBe('failed');
  expect(await eventsAfterConnect(ana.project, 2)).toEqual([
    event('target.failed', { post: postInEvent(post, 'key-1'), target: inEvent(post.targets[0]!) }),
    event('post.failed', { post: postInEvent(post, 'key-1'), targets: post.targets.map(inPostEvent) }),
  ]);
});

test('a post of which one target is published and one failed', async () => {
  const ana = await server.person('x');
  const ben = await server.person('linkedin', { project: ana.project });
  await ana.control('restrict', { on: true });
  const reply = await ana.project.publish({ content: 'Hello', platforms: to(ana, ben) }, 'key-1');
  const { post } = reply.body;
  expect(post.status).toBe('partial');
  const events = await eventsAfterConnect(ana.project, 3);
  expect(types(events)).toEqual(['post.partially_published', 'target.failed', 'target.published']);
  expect(only(events, 'post.partially_published')).toEqual(
    event('post.partially_published', { post: postInEvent(post, 'key-1'), targets: post.targets.map(inPostEvent) }),
  );
});

test('a target with a first comment has its events when both have ended', async () => {
  const ana = await server.person('threads');
  const post = await publish(ana, { target: { firstComment: 'More' } }, 'key-1');
  const ofTarget = { post: postInEvent(post, 'key-1'), target: inEvent(post.targets[0]!) };
  expect(post.targets[0]!.commentStatus).toBe('published');
  const events = await eventsAfterConnect(ana.project, 3);
  expect(types(events)).toEqual(['comment.published', 'post.published', 'target.published']);
  expect(only(events, 'comment.published')).toEqual(event('comment.published', ofTarget));
  expect(only(events, 'target.published')).toEqual(event('target.published', ofTarget));
});

test('a first comment that failed', async () => {
  const ana = await server.person('linkedin');
  await server.sandbox.fail({ network: 'linkedin', path: 'comments$', method: 'POST', action: 'status', status: 403 });
  const post = await publish(ana, { target: { firstComment: 'More' } }, 'key-1');
  expect(post.targets[0]).toMatchObject({ status: 'published', commentStatus: 'failed' });
  const events = await eventsAfterConnect(ana.project, 3);
  expect(types(events)).toEqual(['comment.failed', 'post.published', 'target.published']);
  expect(only(events, 'comment.failed')).toEqual(
    event('comment.failed', { post: postInEvent(post, 'key-1'), target: inEvent(post.targets[0]!) }),
  );
});

test('a scheduled post, and its cancellation instead of failed targets', async () => {
  const ana = await server.person('x');
  const post = await publish(ana, { publishAt: inMs(600_000) }, 'key-1');
  const scheduled = event('post.scheduled', {
    post: postInEvent(post, 'key-1'),
    targets: post.targets.map(inPostEvent),
  });
  expect(await eventsAfterConnect(ana.project, 1)).toEqual([scheduled]);
  const cancelled = (await ana.project.call<{ post: Post }>('POST', `/api/v1/posts/${post.id}/cancel`)).body.post;
  expect(await eventsAfterConnect(ana.project, 2)).toEqual([
    scheduled,
    event('post.cancelled', {
      post: postInEvent(cancelled, 'key-1'),
      targets: cancelled.targets.map(inPostEvent),
    }),
  ]);
  await ana.project.call('POST', `/api/v1/posts/${post.id}/cancel`);
  await allPublic(server.db);
  expect(await eventsAfterConnect(ana.project, 2)).toHaveLength(2);
});

test('reposts: of an own target, of a stranger’s post, and one that failed', async () => {
  const ana = await server.person('x');
  const post = await publish(ana, {}, 'key-1');
  const [target] = post.targets;
  await repostPost(ana.project, post.id);
  const stranger = await postOfStranger(server);
  await server.sandbox.fail({ network: 'x', path: 'retweets$', method: 'POST', action: 'status', status: 403 });
  const failed = (await repostId(ana, stranger.id)).body.reposts[0]!;
  expect(failed.status).toBe('failed');
  await server.sandbox.removeFaults();
  const made = (await repostId(ana, stranger.id)).body.reposts[0]!;
  const events = (await eventsAfterConnect(ana.project, 5)).filter(({ type }) => type.startsWith('repost.'));
  const of = (platformPostId: string, targetId: string | null, end: object) => ({
    repost: { accountId: ana.account.id, platform: 'x', platformPostId, targetId, ...end },
  });
  const { status, platformRepostId, error, repostedAt } = made;
  expect(events).toEqual([
    event(
      'repost.published',
      of(target!.platformPostId!, target!.id, {
        ...{ status: 'reposted', platformRepostId: expect.anything(), error: null, repostedAt: MOMENT },
      }),
    ),
    event(
      'repost.failed',
      of(stranger.id, null, { status: 'failed', platformRepostId: null, error: failed.error, repostedAt: null }),
    ),
    event('repost.published', of(stranger.id, null, { status, platformRepostId, error, repostedAt })),
  ]);
});

test('an account is connected, ends, and is connected again', async () => {
  const ana = await server.person('x');
  await ana.control('revoke-token');
  await publish(ana, {}, 'key-1');
  const ended = await ana.read();
  expect(ended.status).not.toBe('active');
  await ana.project.connect('x', ana.username);
  const events = await until(async () => {
    const found = (await eventsOf(ana.project)).filter(({ type }) => type.startsWith('account.'));
    return found.length === 3 ? found : null;
  });
  const connected = event('account.connected', { account: accountInEvent(ana.account) });
  expect(events).toEqual([
    connected,
    event(`account.${ended.status as 'expired' | 'revoked'}`, { account: accountInEvent(ended) }),
    connected,
  ]);
});

test('an account is disconnected by its caller', async () => {
  const ana = await server.person('x');
  await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  const revoked = accountOf(ana, { status: 'revoked', statusReason: 'disconnected' });
  expect(await eventsAfterConnect(ana.project, 1)).toEqual([event('account.revoked', { account: revoked })]);
});

test('an account whose person had everything deleted', async () => {
  const ana = await server.person('threads');
  await publish(ana, {}, 'key-1');
  await eventsAfterConnect(ana.project, 2);
  expect((await networkCalls(server, ana, 'deauthorize')).status).toBe(200);
  await removalsDone(server.db);
  const events = await until(async () => {
    const found = await eventsOf(ana.project);
    return found.some(({ type }) => type === 'account.removed') ? found : null;
  });
  // Only this one is left.
  expect(events).toEqual([event('account.removed', { account: { id: ana.account.id, platform: 'threads' } })]);
});

test('a plan that stops: a warning at 80 %, and the first refusal of the period, each once', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  const usageAt = (used: number, reserved: number) => ({
    usage: {
      ...{ plan: 'free', periodStart: MOMENT, periodEnd: MOMENT, included: 100, used, reserved },
      ...{ remaining: 100 - used - reserved, overage: false },
    },
  });
  const link = { content: 'Read https://example.com', publishAt: inMs(600_000) };
  await publish(ana, link, 'key-1');
  const at79 = Array.from({ length: 14 }, (_, i) => publish(ana, { publishAt: inMs(600_000) }, `one-${i}`));
  await Promise.all(at79);
  const quota = async () => (await eventsOf(project)).filter(({ type }) => type.startsWith('quota.'));
  await allPublic(server.db);
  expect(await quota()).toEqual([]);
  const post = await publish(ana, { publishAt: inMs(600_000) }, 'eighty');
  const refused = await Promise.all([1, 2].map((n) => ana.publish(link, `refused-${n}`)));
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  // Released and reserved again: it was said before.
  await project.call('POST', `/api/v1/posts/${post.id}/cancel`);
  await publish(ana, { publishAt: inMs(600_000) }, 'again');
  await allPublic(server.db);
  expect(await quota()).toEqual([event('quota.warning', usageAt(0, 80)), event('quota.exceeded', usageAt(0, 80))]);
});

test('a plan that goes on: the moment overage begins', async () => {
  const project = await server.createProject('pro');
  const ana = await server.person('x', { project });
  await publish(ana, {}, 'key-1');
  await server.db.query({
    text: `update quota_periods set used = 4999 where project_id = (select project_id from accounts where platform_user_id = $1)`,
    values: [ana.account.platformUserId],
  });
  for (const key of ['at', 'over', 'far']) await publish(ana, { content: key }, key);
  const quota = await until(async () => {
    const found = (await eventsOf(project)).filter(({ type }) => type.startsWith('quota.'));
    return found.length >= 2 ? found : null;
  });
  expect(quota.map(({ type, data }) => [type, data])).toEqual([
    ['quota.warning', { usage: expect.objectContaining({ used: 4999, reserved: 1, remaining: 0, overage: true }) }],
    ['quota.exceeded', { usage: expect.objectContaining({ used: 5000, reserved: 1, remaining: 0, overage: true }) }],
  ]);
});

test('a version of a network that ended, once for each project with an account there', async () => {
  const people = [await server.person('linkedin'), await server.person('linkedin')];
  const other = await server.person('x');
  await server.sandbox.control('linkedin', 'versions', { active: ['202609'] });
  for (const [i, ana] of people.entries()) await publish(ana, {}, `key-${i}`);
  for (const ana of people) {
    const ended = only(await eventsAfterConnect(ana.project, 3), 'network.version_ended');
    expect(ended).toEqual(
      event('network.version_ended', { network: { platform: 'linkedin', version: '202601', nextVersion: '202609' } }),
    );
  }
  // A restarted server notices again.
  const again = await server.startAnother();
  await people[0]!.project.at(again.baseUrl).publish({ content: 'Again', platforms: to(people[0]!) });
  await again.halt();
  await allPublic(server.db);
  only(await eventsOf(people[0]!.project), 'network.version_ended');
  expect(types(await eventsOf(other.project))).toEqual(['account.connected']);

  // The last configured version ends too: no other is left.
  await server.sandbox.control('linkedin', 'versions', { active: ['203012'] });
  await publish(people[0]!, { content: 'Too late' }, 'late');
  const last = await until(async () => {
    const found = (await eventsOf(people[0]!.project)).filter(({ type }) => type === 'network.version_ended');
    return found.length === 2 ? found[1]! : null;
  });
  expect(last).toEqual(
    event('network.version_ended', { network: { platform: 'linkedin', version: '202609', nextVersion: null } }),
  );
});
