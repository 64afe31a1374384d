import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer({ around: { timings: { sweepMs: 200 } } });

const later = (): string => new Date(Date.now() + 3_600_000).toISOString();

test('a waiting post is cancelled: its targets fail as cancelled, the quota is free again, its key still finds it, and again is the same', async () => {
  const ana = await server.person('x');
  const created = await ana.publish({ content: 'Never mind', publishAt: later() }, 'cancelled-key');
  const cancelled = await ana.project.call('POST', `/api/v1/posts/${created.body.post.id}/cancel`);
  expect(cancelled.status).toBe(200);
  expect(cancelled.body).toMatchObject({
    post: {
      status: 'cancelled',
      cancelledAt: expect.any(String),
      targets: [{ status: 'failed', error: expect.stringMatching(/^cancelled: /) }],
    },
  });
  const again = await ana.project.call('POST', `/api/v1/posts/${created.body.post.id}/cancel`);
  expect([again.status, again.body]).toEqual([200, cancelled.body]);
  const replay = await ana.publish({ content: 'Never mind' }, 'cancelled-key');
  expect([replay.status, replay.body.replayed, replay.body.post.status]).toEqual([200, true, 'cancelled']);
  expect((await ana.project.call('GET', '/api/v1/usage')).body).toMatchObject({ used: 0, reserved: 0 });
  expect(await ana.writes()).toEqual([]);
});

test('a post that was published at once cannot be cancelled', async () => {
  const ana = await server.person('x');
  const created = await ana.publish({ content: 'Out already' });
  const refused = await ana.project.call('POST', `/api/v1/posts/${created.body.post.id}/cancel`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'not_cancellable']);
});
