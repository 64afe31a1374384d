import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { shortText } from '../output/plain-text.ts';
import { platformsOfPost, readPosts } from '../posts/list-posts.ts';
import { showUntil, showWhen } from '../when/show-when.ts';
import { isZone, machineZone } from '../when/zoned-time.ts';

type Given = { readonly limit: number; readonly zone?: string | undefined };

export async function showQueue(context: Context, { limit, zone = machineZone() }: Given): Promise<ExitCode> {
  const { output, clock } = context;
  if (!isZone(zone)) throw new CliError(`There is no time zone "${zone}". A zone has a name such as Europe/Berlin.`);
  const { posts, hasMore } = await readPosts(context, { status: 'scheduled', order: 'publishAt' }, limit);
  const now = clock.now();
  output.data({ posts, hasMore }, () =>
    output.table(
      ['DUE', '', 'ID', 'PLATFORMS', 'TEXT'],
      posts.map((post) => {
        const due = new Date(post.publishAt ?? post.createdAt);
        return [showWhen(due, zone), showUntil(due, now), post.id, platformsOfPost(post), shortText(post.content, 40)];
      }),
      'Nothing is scheduled.',
    ),
  );
  if (hasMore) output.note(`There are more: --limit ${limit * 2}`);
  return EXIT.done;
}
