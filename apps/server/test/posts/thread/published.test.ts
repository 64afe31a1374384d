import { expect, test } from 'vitest';
import { inMs } from '../../in-ms.ts';
import { useServer } from '../../use-server.ts';
import { chainOf, THREADING, threadResults } from './chain.ts';

const server = useServer();
const thread = [{ content: 'One of three' }, { content: 'Two of three' }, { content: 'Three of three' }];

test.each(THREADING)(
  'on %s each post of a chain answers the one before, with its own result and unit',
  async (platform) => {
    const ana = await server.person(platform);
    const reply = await ana.publish({ content: 'Elsewhere', target: { thread } });
    const posts = await ana.posts();
    const chain = chainOf(posts[0]!);
    expect([reply.status, posts.length, chain.map(({ text }) => text)]).toEqual([
      201,
      1,
      ['One of three', 'Two of three', 'Three of three'],
    ]);
    const read = () => ana.project.read(reply.body.post.id);
    // Threads tells the address of a post a moment later.
    await expect.poll(async () => (await read()).targets[0]!.thread!.every(({ url }) => url !== null)).toBe(true);
    const [target] = (await read()).targets;
    expect(target).toMatchObject({ status: 'published', platformPostId: posts[0]!.id });
    expect(target!.thread).toEqual(
      chain.map(({ id }) => ({
        status: 'published',
        platformPostId: id,
        url: expect.stringContaining('http'),
        error: null,
      })),
    );
    expect(target!.requested).toMatchObject({ content: 'One of three', mediaItems: [], thread });
    expect(await ana.project.usage()).toMatchObject({ used: 3, reserved: 0 });
  },
);

test('the posts of a chain have media of their own, and their requests name what they answer', async () => {
  const ana = await server.person('x');
  const mediaItems = [{ type: 'image', url: server.sandbox.sample('harbour.jpg'), altText: 'A harbour' }];
  const reply = await ana.publish({
    content: '',
    target: { thread: [{ content: 'Words' }, { content: '', mediaItems }] },
  });
  expect(threadResults(reply.body.post)).toEqual(['published', 'published']);
  const sent = (await ana.calls()).filter(({ method, path }) => method === 'POST' && path.endsWith('/2/tweets'));
  expect(sent.map(({ body }) => JSON.parse(body!))).toEqual([
    { text: 'Words' },
    {
      media: { media_ids: [expect.any(String)] },
      reply: { in_reply_to_tweet_id: reply.body.post.targets[0]!.platformPostId },
    },
  ]);
});

test('a scheduled chain waits as a whole, and is cancelled as a whole', async () => {
  const ana = await server.person('x');
  const later = await ana.publish({ content: '', publishAt: inMs(3_600_000), target: { thread } });
  expect(threadResults(later.body.post)).toEqual(['pending', 'pending', 'pending']);
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 3 });
  const cancelled = await ana.project.call<{ post: typeof later.body.post }>(
    'POST',
    `/api/v1/posts/${later.body.post.id}/cancel`,
  );
  expect([cancelled.status, threadResults(cancelled.body.post)]).toEqual([200, ['skipped', 'skipped', 'skipped']]);
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
});

test('a comment a second later does not wait for the next look at the schedule', async () => {
  const ana = await server.person('linkedin');
  const { body } = await ana.publish({
    content: 'Look',
    target: { firstComments: [{ content: 'Soon.', afterSeconds: 1 }] },
  });
  const read = async () => (await ana.project.read(body.post.id)).targets[0]!.firstComments![0]!.status;
  expect(await read()).toBe('pending');
  await expect.poll(read, { timeout: 5_000 }).toBe('published');
});
