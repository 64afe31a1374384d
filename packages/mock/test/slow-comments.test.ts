import { expect, test } from 'vitest';
import { everyNetwork, target } from './call-mock.ts';

/** A scheduled post whose first comment takes `slowMs`, as it is at the moment it was due. */
async function outWithSlowComment(slowMs: number) {
  const { mock, call, threads } = everyNetwork();
  mock.networks.threads.slowNextComment(slowMs);
  const { post } = (
    await call('POST', '/posts', {
      content: 'Out',
      publishAt: '2026-11-20T09:10:00.000Z',
      platforms: [target(threads, { firstComment: 'More' })],
      idempotencyKey: 'a',
    })
  ).body as { post: { id: string } };
  await mock.clock.advance(600_000);
  const read = async () => (await call('GET', `/posts/${post.id}`)).body;
  const usage = async () => (await call('GET', '/usage')).body;
  return { mock, threads, read, usage };
}

test('a comment that takes longer than two minutes is given up then, and its target is published', async () => {
  const { mock, read, usage } = await outWithSlowComment(600_000);
  await mock.clock.advance(119_999);
  expect(await read()).toMatchObject({
    post: {
      status: 'publishing',
      targets: [{ status: 'pending', platformPostId: expect.any(String), publishedAt: '2026-11-20T09:10:00.000Z' }],
    },
  });
  await mock.clock.advance(1);
  expect(await read()).toMatchObject({
    post: {
      status: 'published',
      targets: [
        { status: 'published', commentStatus: 'failed', commentError: expect.stringMatching(/^network_unavailable: /) },
      ],
    },
  });
  expect(await usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('a comment whose account is removed meanwhile is never made, and what was held for it is given back', async () => {
  const { mock, threads, read, usage } = await outWithSlowComment(20_000);
  expect(await usage()).toMatchObject({ used: 1, reserved: 1 });
  mock.accounts.remove(threads.id);
  expect(await usage()).toMatchObject({ used: 1, reserved: 0 });
  await mock.clock.advance(20_000);
  expect(await read()).toMatchObject({ post: { status: 'published', content: '', targets: [] } });
  expect(await usage()).toMatchObject({ used: 1, reserved: 0 });
});
