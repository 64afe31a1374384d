import type { Post } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { inMs } from '../../in-ms.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 100 } } });

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
