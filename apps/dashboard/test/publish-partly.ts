import type { Post } from '@fanfare/sdk';
import type { Dashboard } from './open-dashboard.ts';

/** A post that is live on X, refused by Threads, and taken by LinkedIn, whose answer was lost. */
export async function publishPartly(
  { service, fanfare }: Pick<Dashboard, 'service' | 'fanfare'>,
  content: string,
): Promise<Post> {
  const refusal = { error: { message: 'The text is not allowed.', type: 'OAuthException', code: 100 } };
  await service.fail({ network: 'linkedin', method: 'POST', path: '^/rest/posts$', action: 'drop_after' });
  await service.fail({
    network: 'threads',
    method: 'POST',
    path: '/threads$',
    action: 'status',
    status: 400,
    body: refusal,
  });
  const platforms = (['x', 'threads', 'linkedin'] as const).map((platform) => ({
    platform,
    accountId: service.accounts[platform],
  }));
  const { post } = await fanfare.posts.create({ content, platforms });
  return post;
}
