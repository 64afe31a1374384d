import { afterEach, describe, expect, test } from 'vitest';
import { commentedTarget, publishedTarget, uncommentedTarget } from '../../expected-post.ts';
import { mayReadComments } from '../../granted-scopes.ts';
import { useServer } from '../../use-server.ts';
import { COMMENTING, type Commenting, leastMedia } from './networks.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

type Loss = { action: 'drop_after' | 'drop_before' | 'status_after' | 'status'; status?: number; body?: unknown };

async function publishWith(network: Commenting, loss: Loss) {
  const { platform, role, path, skip } = network;
  const ana = await server.person(platform);
  await server.sandbox.fail({ network: platform, method: 'POST', role, path, skip, ...loss });
  const mediaItems = leastMedia(server, platform);
  const target = await ana.target({ content: 'Out', mediaItems, target: { firstComment: 'And more' } });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  return { ana, target, post: posts[0]!, usage: await ana.project.usage() };
}

/** Whether the comments of a post can be read, and whether an absent comment may be sent again. */
const READS = { instagram: true, threads: true, linkedin: false } as const;
const RESENDS = { instagram: false, threads: true, linkedin: false } as const;

describe.each(COMMENTING)('on $platform', (network) => {
  const { platform } = network;

  test.each<[string, Loss]>([
    ['the connection breaks', { action: 'drop_after' }],
    ['a proxy answers 502 instead', { action: 'status_after', status: 502, body: '<h1>Bad Gateway</h1>' }],
    ['a proxy answers 200 with a page instead', { action: 'status_after', status: 200, body: '<p>Hi</p>' }],
  ])('the comment is live and %s: it is found, or its outcome is unknown', async (_, loss) => {
    const { ana, target, post, usage } = await publishWith(network, loss);
    expect(post.comments).toHaveLength(1);
    if (!READS[platform]) {
      expect(target).toEqual(uncommentedTarget(ana.account, post, 'outcome_unknown', /the comment may be live/));
      expect(usage).toMatchObject({ used: 1, reserved: 0 });
      return;
    }
    // Threads shows no own id of a reply to accounts that may not read replies.
    const commentId = platform === 'threads' ? null : post.comments[0]!.id;
    expect(target).toEqual({ ...commentedTarget(ana.account, post), commentId });
    expect(usage).toMatchObject({ used: 2, reserved: 0 });
  });

  test.each<[string, Loss]>([
    ['the connection breaks', { action: 'drop_before' }],
    ['a proxy answers 503', { action: 'status', status: 503 }],
  ])('the comment never arrived because %s: it is sent again only where that cannot publish twice', async (_, loss) => {
    const { ana, target, post, usage } = await publishWith(network, loss);
    if (RESENDS[platform]) {
      expect(target).toEqual(commentedTarget(ana.account, post));
      expect(usage).toMatchObject({ used: 2, reserved: 0 });
      return;
    }
    expect(target).toEqual(uncommentedTarget(ana.account, post, 'outcome_unknown', /the comment may be live/));
    expect(post.comments).toEqual([]);
    expect(usage).toMatchObject({ used: 1, reserved: 0 });
  });
});

test.each(['instagram', 'threads'] as const)('%s calls a live comment spam: it is found', async (platform) => {
  const ana = await server.person(platform);
  const operation = platform === 'instagram' ? 'comment' : 'publish';
  const spam = { code: 4, subcode: 2_207_051, message: 'Action is blocked', status: 403, afterEffect: true };
  // On Threads the first publish is the post's; it is called spam and found too.
  await ana.control('api-error', { operation, ...spam, times: platform === 'threads' ? 2 : 1 });
  const target = await ana.target({
    content: 'Out',
    mediaItems: leastMedia(server, platform),
    target: { firstComment: 'And more' },
  });
  const [post] = await ana.posts();
  expect(post!.comments).toHaveLength(1);
  expect(target).toMatchObject({ status: 'published', commentStatus: 'published', commentError: null });
});

test('linkedin: a comment whose answer was lost is found where the account may read comments', async () => {
  const ana = await server.person('linkedin');
  await mayReadComments(server, ana);
  await server.sandbox.fail({ network: 'linkedin', method: 'POST', path: '/comments$', action: 'drop_after' });
  const target = await ana.target({ content: 'Out', target: { firstComment: 'And more' } });
  expect(target).toEqual(commentedTarget(ana.account, (await ana.posts())[0]));
});

test('the answer of a page’s comment is lost: it is found below the post', async () => {
  const project = await server.createProject();
  await project.connect('linkedin', 'ada');
  const { body } = await project.call<{ accounts: { id: string; platformUserId: string; username: string }[] }>(
    'GET',
    '/api/v1/accounts',
  );
  const page = body.accounts.find(({ platformUserId }) => platformUserId.startsWith('organization:'))!;
  await server.sandbox.fail({ network: 'linkedin', method: 'POST', path: '/comments$', action: 'drop_after' });
  const reply = await project.publish({
    content: 'From the company',
    platforms: [{ platform: 'linkedin', accountId: page.id, firstComment: 'And a word more' }],
  });
  const [post] = await server.sandbox.posts('linkedin', page.username);
  expect(reply.body.post.targets[0]).toEqual({
    ...publishedTarget({ ...page, platform: 'linkedin' } as never, post),
    commentStatus: 'published',
    commentId: post!.comments[0]!.id,
  });
});
