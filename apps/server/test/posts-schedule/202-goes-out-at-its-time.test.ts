import { expect, test } from 'vitest';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

const server = useServer({ around: { timings: { sweepMs: 200 } } });

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

test('a scheduled post waits with every target pending and goes out at its time, once, and is billed then', async () => {
  const ana = await server.person('x');
  const publishAt = inMs(1_500);
  const created = await ana.publish({ content: 'Later today', publishAt });

  expect(created.status).toBe(202);
  expect(created.body).toMatchObject({
    replayed: false,
    warnings: [],
    post: {
      status: 'scheduled',
      publishAt,
      cancelledAt: null,
      targets: [{ status: 'pending', url: null, error: null }],
    },
  });
  expect(await ana.posts()).toEqual([]);

  const post = await until(async () => {
    const { body } = await ana.project.call<{ post: typeof created.body.post }>(
      'GET',
      `/api/v1/posts/${created.body.post.id}`,
    );
    return body.post.status === 'published' ? body.post : null;
  });
  const lateMs = Date.parse(post.targets[0]!.publishedAt!) - Date.parse(publishAt);
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(1_000);
  expect(await ana.posts()).toMatchObject([{ text: 'Later today' }]);
  expect((await ana.project.call('GET', '/api/v1/usage')).body).toMatchObject({ used: 1, reserved: 0 });
});

test('a key of a scheduled post finds it, pending and later published', async () => {
  const ana = await server.person('linkedin');
  const publishAt = inMs(600_000);
  const first = await ana.publish({ content: 'Next week', publishAt }, 'same-key');
  const second = await ana.publish({ content: 'Next week', publishAt }, 'same-key');
  expect([first.status, second.status]).toEqual([202, 200]);
  expect(second.body).toEqual({ post: first.body.post, replayed: true, warnings: [] });
});
