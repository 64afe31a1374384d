import type { Post } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const MISMATCH = 'idempotency-mismatch';

describe('a used key', () => {
  const server = useServer();

  test('returns the original unchanged, without a call to a network', async () => {
    const ana = await server.person('threads');
    const first = await ana.publish({ content: 'Once', target: { spaceSlug: 'x' } }, 'k');
    const calls = await ana.calls();
    const again = await ana.publish({ content: 'Once', target: { spaceSlug: 'x' } }, 'k');
    expect([again.status, again.headers.get(MISMATCH)]).toEqual([200, null]);
    expect(again.body).toEqual({ post: first.body.post, replayed: true, warnings: [] });
    expect(await ana.calls()).toEqual(calls);
    expect(await ana.posts()).toHaveLength(1);
  });

  test.each([
    ['another text', { content: 'Twice' }],
    ['media', { content: 'Once', mediaItems: [{ type: 'image', url: 'https://example.com/a.jpg' }] }],
    ['a time', { content: 'Once', publishAt: '2001-01-01T00:00:00Z' }],
    ['a text that breaks the rules', { content: 'a'.repeat(501) }],
    ['another option of the target', { content: 'Once', target: { aiGenerated: true } }],
  ])('returns the original for a body with %s, and reports the difference', async (_, body) => {
    const ana = await server.person('threads');
    const first = await ana.publish({ content: 'Once' }, 'k');
    const again = await ana.publish(body, 'k');
    expect([again.status, again.headers.get(MISMATCH)]).toEqual([200, 'true']);
    expect(again.body).toEqual({ post: first.body.post, replayed: true, warnings: [] });
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['Once']);
  });

  test('treats a body with the same content in another form as the same', async () => {
    const ana = await server.person('threads');
    const accountId = ana.account.id;
    const bodies = [
      `{"content":"Once","platforms":[{"platform":"threads","accountId":"${accountId}"}],"idempotencyKey":"k"}`,
      `{"idempotencyKey":"k","mediaItems":[],"platforms":[{"accountId":"${accountId}","platform":"threads"}],"content":"\\u004fnce"}`,
    ];
    for (const [i, body] of bodies.entries()) {
      const reply = await ana.project.call('POST', '/api/v1/posts', body);
      expect([reply.status, reply.headers.get(MISMATCH)]).toEqual([i === 0 ? 201 : 200, null]);
    }
  });

  test('returns a failed post as it failed', async () => {
    const ana = await server.person('threads');
    await ana.control('restrict', { on: true });
    const first = await ana.publish({ content: 'No' }, 'k');
    await ana.control('restrict', { on: false });
    const again = await ana.publish({ content: 'No' }, 'k');
    expect([again.status, again.body.post]).toEqual([200, first.body.post]);
    expect(again.body.post.status).toBe('failed');
    expect(await ana.posts()).toEqual([]);
  });

  test('returns the original after its account was disconnected', async () => {
    const ana = await server.person('threads');
    const first = await ana.publish({ content: 'Once' }, 'k');
    await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
    const again = await ana.publish({ content: 'Once' }, 'k');
    expect([again.status, again.body.post]).toEqual([200, first.body.post]);
  });

  test('returns the original after the plan was used up', async () => {
    const project = await server.createProject('free');
    const ana = await server.person('x', { project });
    const first = await ana.publish({ content: 'Once https://example.com' }, 'k');
    expect((await ana.publish({ content: 'More https://example.com' })).status).toBe(429);
    const again = await ana.publish({ content: 'Once https://example.com' }, 'k');
    expect([again.status, again.body.post]).toEqual([200, first.body.post]);
  });

  test('is another key in another project', async () => {
    const ana = await server.person('threads');
    const ben = await server.person('threads');
    const replies = [await ana.publish({ content: 'Mine' }, 'k'), await ben.publish({ content: 'Theirs' }, 'k')];
    expect(replies.map(({ status, body }) => [status, body.replayed])).toEqual([
      [201, false],
      [201, false],
    ]);
  });
});

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
