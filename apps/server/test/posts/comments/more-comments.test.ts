import { describe, expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';
import { COMMENTING, leastMedia } from './networks.ts';

const server = useServer({ options: { timings: { sweepMs: 100 } } });

describe.each(COMMENTING)('on $platform', ({ platform }) => {
  test('further comments are posted at once or later, each with its own result and unit', async () => {
    const ana = await server.person(platform);
    const firstComments = [{ content: 'Sources: …' }, { content: 'Thank you all.', afterSeconds: 3600 }];
    const content = { content: 'Look', mediaItems: leastMedia(server, platform) };
    const reply = await ana.publish({ ...content, target: { firstComment: 'First!', firstComments } });
    const [target] = reply.body.post.targets;
    expect([reply.status, reply.body.post.status, target!.status]).toEqual([201, 'published', 'published']);
    const commentsOf = async () => (await ana.posts())[0]!.comments;
    const now = await commentsOf();
    expect(now.map(({ text }) => text).toSorted()).toEqual(['First!', 'Sources: …']);
    const dueAt = (seconds: number) => new Date(Date.parse(target!.publishedAt!) + 1_000 * seconds).toISOString();
    const id = (text: string, of = now) => of.find((one) => one.text === text)!.id;
    expect(target!.firstComments).toEqual([
      { status: 'published', commentId: id('Sources: …'), error: null, dueAt: dueAt(0) },
      { status: 'pending', commentId: null, error: null, dueAt: dueAt(3600) },
    ]);
    expect(await ana.project.usage()).toMatchObject({ used: 3, reserved: 1 });

    await server.db.query({ text: 'update targets set run_at = now() where not done and run_at > now()' });
    const read = async () => (await ana.project.read(reply.body.post.id)).targets[0]!.firstComments![1]!;
    await expect.poll(async () => (await read()).status).toBe('published');
    expect(await read()).toMatchObject({ commentId: id('Thank you all.', await commentsOf()), error: null });
    expect(await ana.project.usage()).toMatchObject({ used: 4, reserved: 0 });
  });
});

test('a post that takes no comments is published without them, with a warning', async () => {
  const ana = await server.person('instagram');
  const content = { content: '', mediaItems: leastMedia(server, 'instagram') };
  const target = { instagram: { format: 'story' }, firstComments: [{ content: 'Hello' }] };
  const { body } = await ana.publish({ ...content, target });
  expect(body.warnings).toContainEqual({
    path: 'platforms[0].firstComments',
    message: 'This kind of post takes no comments: firstComments has no effect.',
  });
  expect([body.post.targets[0]!.status, body.post.targets[0]!.firstComments]).toEqual(['published', undefined]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});
