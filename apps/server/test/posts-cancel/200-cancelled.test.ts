import type { Post } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { findDifferences } from '../../src/usage/audit.table.ts';
import { failedTarget, MOMENT } from '../expected-post.ts';
import { inMs } from '../in-ms.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 100 } } });

const cancel = (ana: Person, post: Post) => ana.project.call<{ post: Post }>('POST', `/api/v1/posts/${post.id}/cancel`);

test('a waiting post is cancelled with all its targets, releases its quota, and stays cancelled after its time', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  const ben = await server.person('threads', { project });
  const { post } = (
    await project.publish({
      content: 'Never mind, https://example.com',
      publishAt: inMs(600_000),
      platforms: [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id })),
    })
  ).body;
  expect(await project.usage()).toMatchObject({ reserved: 66, remaining: 34 });

  const cancelled = await cancel(ana, post);
  const expected = {
    ...post,
    status: 'cancelled',
    cancelledAt: MOMENT,
    targets: [failedTarget(ana.account, { code: 'cancelled' }), failedTarget(ben.account, { code: 'cancelled' })],
  };
  expect([cancelled.status, cancelled.body]).toEqual([200, { post: expected }]);
  expect(await project.usage()).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
  expect(await findDifferences(server.db)).toEqual([]);

  // It is due now, and servers look for due work.
  await server.db.query({
    text: 'update targets set run_at = now() where project_id in (select project_id from accounts where platform_user_id = $1)',
    values: [ana.account.platformUserId],
  });
  await server.tick();
  await server.tick();
  expect(await project.read(post.id)).toEqual(cancelled.body.post);
  expect([await ana.calls(), await ben.calls()]).toEqual([[], []]);
  const listed = await project.call<{ posts: Post[] }>('GET', '/api/v1/posts?status=cancelled');
  expect(listed.body.posts).toEqual([cancelled.body.post]);
});

test('an overdue post that has not begun can still be cancelled', async () => {
  const idle = await server.startAnother({ options: { timings: { sweepMs: 600_000 } } });
  const ana = await server.person('x');
  await server.halt();
  const project = ana.project.at(idle.baseUrl);
  const { post } = (
    await project.publish({
      content: 'Overdue',
      publishAt: inMs(600_000),
      platforms: [{ platform: 'x', accountId: ana.account.id }],
    })
  ).body;
  await server.db.query({ text: "update targets set run_at = now() - interval '5 minutes' where status = 'pending'" });
  const cancelled = await project.call<{ post: Post }>('POST', `/api/v1/posts/${post.id}/cancel`);
  expect([cancelled.status, cancelled.body.post.status]).toEqual([200, 'cancelled']);
  await idle.tick();
  expect(await ana.calls()).toEqual([]);
});
