import { describe, expect, test } from 'vitest';
import { commentedTarget, created } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { useServer } from '../../use-server.ts';
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
      {
        id: reply.body.post.targets[0]!.commentId,
        author: post!.author.username,
        text: COMMENT,
        createdAt: expect.any(String),
      },
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
    {
      id: reply.body.post.targets[0]!.commentId,
      author: post!.author.username,
      text: 'And a word more',
      createdAt: expect.any(String),
    },
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
