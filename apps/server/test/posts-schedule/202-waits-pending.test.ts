import { expect, test } from 'vitest';
import { MOMENT } from '../expected-post.ts';
import { inMs } from '../in-ms.ts';
import { useServer } from '../use-server.ts';

const server = useServer();

test('a scheduled post is answered at once, with every target pending, and without a call to a network', async () => {
  const project = await server.createProject();
  const ana = await server.person('x', { project });
  const ben = await server.person('threads', { project });
  const publishAt = inMs(3_600_000);
  const platforms = [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const reply = await project.publish({ content: 'Later today', publishAt, platforms });

  const waiting = (of: typeof ana) => ({
    id: expect.stringMatching(/^tgt_/),
    accountId: of.account.id,
    platform: of.account.platform,
    status: 'pending',
    platformPostId: null,
    url: null,
    error: null,
    errorDetail: null,
    publishedAt: null,
    commentStatus: 'none',
    commentId: null,
    commentError: null,
    warnings: [],
    requested: { content: 'Later today', mediaItems: [], firstComment: null, aiGenerated: false, spaceSlug: null },
  });
  expect([reply.status, reply.body]).toEqual([
    202,
    {
      post: {
        id: expect.stringMatching(/^post_/),
        status: 'scheduled',
        content: 'Later today',
        media: [],
        createdAt: MOMENT,
        publishAt,
        cancelledAt: null,
        targets: [waiting(ana), waiting(ben)],
      },
      replayed: false,
      warnings: [],
    },
  ]);
  expect(await project.read(reply.body.post.id)).toEqual(reply.body.post);
  expect([await ana.calls(), await ben.calls()]).toEqual([[], []]);
});

test('the time is stored to the millisecond, whatever its offset', async () => {
  const ana = await server.person('linkedin');
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_123);
  const inTokyo = new Date(at.getTime() + 9 * 3_600_000).toISOString().replace('Z', '999+09:00');
  const reply = await ana.publish({ content: 'Ohayō', publishAt: inTokyo });
  expect([reply.status, reply.body.post.publishAt]).toEqual([202, at.toISOString()]);
  expect((await ana.project.read(reply.body.post.id)).publishAt).toBe(at.toISOString());
});

test('its key finds it, while pending and when settled', async () => {
  const ana = await server.person('linkedin');
  const publishAt = inMs(600_000);
  const first = await ana.publish({ content: 'Next week', publishAt }, 'same-key');
  const second = await ana.publish({ content: 'Next week', publishAt }, 'same-key');
  expect([second.status, second.body]).toEqual([200, { post: first.body.post, replayed: true, warnings: [] }]);
  expect(second.headers.get('idempotency-mismatch')).toBeNull();

  await server.db.query({ text: "update targets set run_at = now() where run_at > now() and phase = 'waiting'" });
  await server.tick();
  const settled = await ana.project.settled(first.body.post.id);
  const third = await ana.publish({ content: 'Next week', publishAt }, 'same-key');
  expect([third.status, third.body.post, third.body.post.status]).toEqual([200, settled, 'published']);
});

test('ten concurrent requests with one key create one post', async () => {
  const ana = await server.person('x');
  const publishAt = inMs(600_000);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ana.publish({ content: 'Once', publishAt }, 'one-key')),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 202]);
  expect(new Set(replies.map(({ body }) => body.post.id)).size).toBe(1);
});
