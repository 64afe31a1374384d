import type { Check } from '../book.ts';
import type { Connected } from './clients.ts';

type Post = { readonly id: string };

/** Lists the tools, and calls each one. A call that does what its name says gives `done`. */
export async function callEveryTool(
  { list, call }: Connected,
  media: object,
  unique: string,
  check: Check,
): Promise<void> {
  const left = new Set<string>();
  await check('tools/list', '14 tools with a schema of their answer', async () => {
    const tools = await list();
    for (const { name } of tools) left.add(name);
    return `${tools.filter(({ outputSchema }) => outputSchema !== undefined).length} tools with a schema of their answer`;
  });
  const posts: Record<string, Post | undefined> = {};
  const tool = (name: string, given: object, keepAs = '') =>
    check(name, 'done', async () => {
      left.delete(name);
      const { isError, structuredContent } = await call(name, given);
      if (keepAs) posts[keepAs] = structuredContent?.post as Post;
      return isError
        ? String(structuredContent?.summary)
        : structuredContent?.summary
          ? 'done'
          : 'no structured content';
    });
  await tool('check_setup', {});
  await tool('list_accounts', {});
  await tool('platform_rules', { platform: 'x' });
  await tool('check_post', { content: unique, accounts: ['x'] });
  await tool('upload_media', media);
  await tool('publish_post', { content: unique, accounts: ['x', 'threads'] }, 'published');
  await tool('publish_post', { content: unique, accounts: ['x', 'threads'] }, 'again');
  await check('the same call again', 'the same post', async () =>
    posts.published?.id === posts.again?.id ? 'the same post' : 'another post',
  );
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  await tool('schedule_post', { content: unique, accounts: ['x'], publishAt }, 'scheduled');
  await tool('cancel_post', { postId: posts.scheduled?.id });
  await tool('get_post', { postId: posts.published?.id });
  await tool('list_posts', { limit: 5 });
  await tool('retry_failed', { postId: posts.published?.id });
  await tool('get_metrics', { postId: posts.published?.id });
  await tool('save_draft', { content: unique, accounts: ['x'] });
  await tool('connect_account', { platform: 'instagram' });
  await check('tools that were not called', 'none', async () => [...left].join(', ') || 'none');
}
