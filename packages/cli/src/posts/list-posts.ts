import type { ListPostsParams, Post } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { shortText } from '../output/plain-text.ts';
import { showWhen } from '../when/show-when.ts';
import { machineZone } from '../when/zoned-time.ts';

type Given = {
  readonly status?: string | undefined;
  readonly platform?: string | undefined;
  readonly account?: string | undefined;
  readonly limit: number;
};

export async function listPosts(context: Context, { status, platform, account, limit }: Given): Promise<ExitCode> {
  const { output } = context;
  // The service refuses names that it does not know, and says which there are.
  const filters = {
    ...(status !== undefined && { status }),
    ...(platform !== undefined && { platform }),
    ...(account !== undefined && { accountId: account }),
  } as ListPostsParams;
  const { posts, hasMore } = await readPosts(context, filters, limit);
  const zone = machineZone();
  output.data({ posts, hasMore }, () =>
    output.table(
      ['ID', 'STATUS', 'TIME', 'PLATFORMS', 'TEXT'],
      posts.map((post) => [
        post.id,
        post.status,
        showWhen(new Date(post.publishAt ?? post.createdAt), zone),
        platformsOfPost(post),
        shortText(post.content, 50),
      ]),
      'No post fits.',
    ),
  );
  if (hasMore) output.note(`There are more: --limit ${limit * 2}`);
  return EXIT.done;
}

/** Reads posts until there are enough. */
export async function readPosts(
  { fanfare, signal }: Pick<Context, 'fanfare' | 'signal'>,
  filters: ListPostsParams,
  limit: number,
): Promise<{ readonly posts: readonly Post[]; readonly hasMore: boolean }> {
  const posts: Post[] = [];
  for await (const post of (await fanfare()).posts.list({ ...filters, limit: Math.min(100, limit + 1) }, { signal })) {
    if (posts.length === limit) return { posts, hasMore: true };
    posts.push(post);
  }
  return { posts, hasMore: false };
}

/** Platforms of a post, each once. */
export const platformsOfPost = ({ targets }: Post): string =>
  [...new Set(targets.map(({ platform }) => platform))].join(' ');
