import { describe, expect, test } from 'vitest';
import { commentedTarget, created, publishedTarget } from '../expected-post.ts';
import { inMs } from '../in-ms.ts';
import { useServer } from '../use-server.ts';
import { COMMENTING, leastMedia } from './networks.ts';

const server = useServer();
const COMMENT = 'More in the bio: 100% "real" & <b>plain</b> #beans @nobody 👩‍👩‍👧';

describe.each(COMMENTING)('on $platform', ({ platform }) => {
  test('the comment is below the post when the answer comes, once, and costs one more unit', async () => {
    const ana = await server.person(platform);
    const mediaItems = leastMedia(server, platform);
    const reply = await ana.publish({ content: 'Look', mediaItems, target: { firstComment: COMMENT } });
    const posts = await ana.posts();
    const [post] = posts;
    expect({ status: reply.status, body: reply.body }).toEqual({
      status: 201,
      body: created({
        status: 'published',
        content: 'Look',
        media: mediaItems,
        targets: [commentedTarget(ana.account, post)],
      }),
    });
    expect(posts).toHaveLength(1);
    expect(post!.comments).toEqual([
      { id: reply.body.post.targets[0]!.commentId, author: post!.author.username, text: COMMENT },
    ]);
    expect(await ana.project.read(reply.body.post.id)).toEqual(reply.body.post);
    expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
  });

  test('the comment of a scheduled post waits with it, and follows it', async () => {
    const ana = await server.person(platform);
    const reply = await ana.publish({
      content: 'Later',
      mediaItems: leastMedia(server, platform),
      publishAt: inMs(700),
      target: { firstComment: COMMENT },
    });
    expect([reply.status, reply.body.post.targets[0]]).toEqual([
      202,
      expect.objectContaining({ status: 'pending', commentStatus: 'none', commentId: null, commentError: null }),
    ]);
    expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 2 });
    const { targets } = await ana.project.settled(reply.body.post.id);
    expect(targets).toEqual([commentedTarget(ana.account, (await ana.posts())[0])]);
    expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
  });

  test('the request sent again with its key returns the result and does nothing', async () => {
    const ana = await server.person(platform);
    const content = { content: 'Once', mediaItems: leastMedia(server, platform), target: { firstComment: COMMENT } };
    const first = await ana.publish(content, 'key');
    const calls = (await ana.calls()).length;
    const again = await ana.publish(content, 'key');
    expect([again.status, again.body]).toEqual([200, { post: first.body.post, replayed: true, warnings: [] }]);
    expect((await ana.calls()).length).toBe(calls);
    expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
  });
});

test('each target has its own comment, or none', async () => {
  const project = await server.createProject();
  const people = await Promise.all(
    (['instagram', 'threads', 'linkedin', 'x'] as const).map((platform) => server.person(platform, { project })),
  );
  const reply = await project.publish({
    content: 'Everywhere',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }],
    platforms: people.map(({ account: { platform, id } }) => ({
      platform,
      accountId: id,
      ...(platform !== 'linkedin' && { firstComment: `Seen on ${platform}` }),
    })),
  });
  const [instagram, threads, linkedin, x] = await Promise.all(people.map(async (ana) => (await ana.posts())[0]!));
  expect(reply.body.post.targets).toEqual([
    commentedTarget(people[0]!.account, instagram),
    commentedTarget(people[1]!.account, threads),
    publishedTarget(people[2]!.account, linkedin),
    { ...publishedTarget(people[3]!.account, x), commentStatus: 'unsupported' },
  ]);
  expect([instagram, threads, linkedin, x].map((post) => post!.comments.map(({ text }) => text))).toEqual([
    ['Seen on instagram'],
    ['Seen on threads'],
    [],
    [],
  ]);
  expect(reply.body.warnings).toEqual([
    {
      path: 'platforms[3].firstComment',
      message: 'First comments are not supported on x: commentStatus will be unsupported.',
    },
  ]);
  expect(await project.usage()).toMatchObject({ used: 6, reserved: 0 });
});

test('a page comments below its own post, as itself', async () => {
  const { page } = await pageOf();
  const reply = await page.project.publish({
    content: 'From the company',
    platforms: [{ platform: 'linkedin', accountId: page.id, firstComment: 'And a word more' }],
  });
  const [post] = await server.sandbox.posts('linkedin', page.username);
  expect(reply.body.post.targets[0]).toMatchObject({ status: 'published', commentStatus: 'published' });
  expect(post!.comments).toEqual([
    { id: reply.body.post.targets[0]!.commentId, author: post!.author.username, text: 'And a word more' },
  ]);
});

async function pageOf() {
  const project = await server.createProject();
  await project.connect('linkedin', 'ada');
  const { body } = await project.call<{ accounts: { id: string; platformUserId: string; username: string }[] }>(
    'GET',
    '/api/v1/accounts',
  );
  const found = body.accounts.find(({ platformUserId }) => platformUserId.startsWith('organization:'))!;
  return { page: { ...found, project } };
}
