import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

/** Reads a whole number from 1 on. */
export function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number from 1 on.');
}

export function addPostsCommands(program: Command, act: Act): void {
  const posts = program
    .command('posts')
    .summary('list, show, wait for, cancel and retry posts')
    .description('Posts of the project.');
  posts
    .command('list', { isDefault: true })
    .description('list posts, newest first')
    .option(
      '--status <status>',
      'only posts in this state: scheduled, publishing, published, partial, failed, cancelled',
    )
    .option('--platform <platform>', 'only posts with a target on this platform')
    .option('--account <id>', 'only posts with a target on this account')
    .option('--limit <count>', 'how many at most', readCount, 25)
    .action((options) => act(async (context) => (await import('./list-posts.ts')).listPosts(context, options)));
  posts
    .command('get')
    .description('show a post and the result of each target')
    .argument('<id>')
    .action((id) => act(async (context) => (await import('./get-post.ts')).getPost(context, id)));
  posts
    .command('wait')
    .summary('wait until a post has its result')
    .description('Waits until every target has its final status. The exit code is that of the result.')
    .argument('<id>')
    .option('--timeout <minutes>', 'how long to wait, from the time of a scheduled post', readCount, 60)
    .action((id, { timeout }) =>
      act(async (context) => (await import('./get-post.ts')).waitForPost(context, id, timeout)),
    );
  posts
    .command('cancel')
    .description('cancel a scheduled post')
    .argument('<id>')
    .action((id) => act(async (context) => (await import('./get-post.ts')).cancelPost(context, id)));
  posts
    .command('retry-failed')
    .summary('send the failed targets of a post again')
    .description(
      'Sends the failed targets again, as a new post, and waits. Targets whose outcome is unknown are left out: they may be live. The same command again publishes nothing twice.',
    )
    .argument('<id>')
    .option('--retryable-only', 'only targets that can succeed unchanged')
    .addOption(new Option('--include-unknown', 'also targets that may be live: look at the accounts first'))
    .option('--dry-run', 'show which targets would be sent')
    .action((id, options) =>
      act(async (context) => (await import('./retry-failed.ts')).retryFailed(context, id, options)),
    );
  posts
    .command('import')
    .summary('publish or schedule the posts of a CSV or JSONL file')
    .description(
      'Checks every line first and sends nothing when one is wrong. Columns of a CSV: content, to, at, media, alt (several with | between them), firstComment, key, and options such as x.communityId. A line of JSONL is a request as post --file takes it. A line that was imported before is not sent again, on any day.',
    )
    .argument('<file>', '.csv, .jsonl or .ndjson')
    .option('--zone <zone>', 'time zone of times without an offset (usual: that of this machine)')
    .option('--dry-run', 'check only')
    .action((file, options) =>
      act(async (context) => (await import('../import/import-posts.ts')).importPosts(context, file, options)),
    );
}
