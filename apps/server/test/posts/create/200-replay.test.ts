import type { Post } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { fromPublicId } from '../../../src/process/ids.ts';
import { type Person, useServer } from '../../use-server.ts';

describe('a hundred concurrent requests with one key', () => {
  const server = useServer();

  const fire = (count: number, request: () => Promise<{ status: number; body: { post: Post; replayed: boolean } }>) =>
    Promise.all(Array.from({ length: count }, request));

  test('create one post: one answer is 201, the rest are replays', async () => {
    const ana = await server.person('threads');
    const replies = await fire(100, () => ana.publish({ content: 'All at once' }, 'k'));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(99).fill(200), 201]);
    expect(replies.filter(({ body }) => body.replayed)).toHaveLength(99);
    expect(new Set(replies.map(({ body }) => body.post.id)).size).toBe(1);
    expect(await ana.posts()).toHaveLength(1);
    expect((await ana.project.call('GET', '/api/v1/usage')).body).toMatchObject({ used: 1, reserved: 0 });
  });

  test('create one post on a plan that has capacity for just one', async () => {
    const project = await server.createProject('free');
    const ana = await server.person('x', { project });
    const replies = await fire(30, () => ana.publish({ content: 'See https://example.com' }, 'k'));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(29).fill(200), 201]);
    expect((await project.call('GET', '/api/v1/usage')).body).toMatchObject({ used: 65, reserved: 0 });
  });

  test('are all refused alike when the post cannot be published, and the key stays free', async () => {
    const ana = await server.person('threads');
    const replies = await fire(30, () => ana.publish({ content: 'a'.repeat(501) }, 'k'));
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(400));
    expect((await ana.publish({ content: 'Now' }, 'k')).status).toBe(201);
  });

  test('do not wait for each other to be published', async () => {
    const ana = await server.person('threads');
    await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
    const first = ana.publish({ content: 'Slow' }, 'k');
    await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
    const again = await ana.publish({ content: 'Slow' }, 'k');
    expect([again.status, again.body.replayed, again.body.post.status]).toEqual([200, true, 'publishing']);
    await server.sandbox.release();
    expect((await first).body.post.status).toBe('published');
  });
});

describe('replays', () => {
  const server = useServer({
    env: { PUBLISHES_IN_FLIGHT_PER_PROJECT: '1', TARGETS_IN_FLIGHT: '1', PUBLISHES_PER_MINUTE: '2' },
  });

  test('are never refused for capacity or rate', async () => {
    const ana = await server.person('threads');
    await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
    const first = ana.publish({ content: 'Slow' }, 'slow');
    await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
    const replays = await Promise.all(Array.from({ length: 20 }, () => ana.publish({ content: 'Slow' }, 'slow')));
    expect(replays.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await server.sandbox.release();
    expect((await first).status).toBe(201);
    const concurrent = await Promise.all(Array.from({ length: 20 }, () => ana.publish({ content: 'Fast' }, 'fast')));
    expect(concurrent.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(await ana.posts()).toHaveLength(2);
  });
});

describe('the limit of publishes', () => {
  const server = useServer({ env: { PUBLISHES_PER_MINUTE: '2' } });
  const limitOf = ({ headers }: { readonly headers: Headers }) =>
    /"(\w+)";q/.exec(headers.get('ratelimit-policy')!)![1];

  /** Returns when the limit of this person's key would be full again. */
  const fullAt = async ({ account }: Person): Promise<Date | undefined> => {
    const { rows } = await server.db.query<{ tat: Date }>({
      text: `select r.tat from accounts a join api_keys k using (project_id) join rate_limits r on r.key_id = k.id
             where a.id = $1 and r.name = 'publishes'`,
      values: [fromPublicId('acc', account.id)],
    });
    return rows[0]?.tat;
  };

  test('counts no replay, wherever its post was recorded, and no post to a wrong account', async () => {
    const ana = await server.person('threads');
    const there = ana.project.at((await server.startAnother()).baseUrl);
    const to = (accountId: string) => ({ content: 'Hi', platforms: [{ platform: 'threads' as const, accountId }] });
    const replies = [await ana.publish({ content: 'Hi' }, 'k')];
    const counted = await fullAt(ana);
    expect(counted).toBeInstanceOf(Date);
    for (const replay of [there, there, ana.project]) replies.push(await replay.publish(to(ana.account.id), 'k'));
    replies.push(await there.publish(to('acc_01m7w4n5ntfm78mh9vvwca3vx0')));
    expect(replies.map((reply) => [reply.status, limitOf(reply)])).toEqual([
      [201, 'publishes'],
      [200, 'requests'],
      [200, 'requests'],
      [200, 'requests'],
      [404, 'requests'],
    ]);
    // What was counted for a moment is given back beside the answer.
    await expect.poll(() => fullAt(ana), { interval: 10 }).toEqual(counted);
  });

  test('counts a post that is refused for its quota', async () => {
    const ana = await server.person('x', { project: await server.createProject('free') });
    expect((await ana.publish({ content: 'Once https://example.com' })).status).toBe(201);
    const before = await fullAt(ana);
    const refused = await ana.publish({ content: 'More https://example.com' });
    expect([refused.status, refused.body, limitOf(refused)]).toMatchObject([
      429,
      { error: { code: 'quota_exceeded' } },
      'publishes',
    ]);
    expect((await fullAt(ana))!.getTime() - before!.getTime()).toBe(30_000);
  });
});
