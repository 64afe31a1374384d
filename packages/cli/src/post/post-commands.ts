import { type Command, Option } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';
import { addPostOptions } from './post-options.ts';

const EXAMPLES = `
Examples:
  fanfare-cli post "The harbour is awake." --to x,threads
  fanfare-cli post "Rye is back." --to @ada --media rye.jpg --alt "A loaf of rye" --at "tomorrow 9:00"
  fanfare-cli post --file request.json --to linkedin:@harbour-coffee

The same command on the same day (UTC) publishes once: the key is made from the content, files included, and printed.
`;

export function addPostCommands(program: Command, act: Act): void {
  addPostOptions(
    program
      .command('post')
      .summary('publish a post, now or later')
      .description('Publishes to 1 to 10 accounts and waits for every network, or schedules with --at.')
      .argument('[text]', 'text of the post; - reads it from stdin'),
  )
    .option('--key <key>', 'your own idempotency key, such as the id of a job')
    .addOption(new Option('--force-new', 'publish again what was published today, with a new key').conflicts('key'))
    .option('--wait', 'with --at: wait until it is published')
    .option('--dry-run', 'check it as "check" does, and publish nothing')
    .addHelpText('after', EXAMPLES)
    .action((text, options) =>
      act(async (context) => (await import('./run-post.ts')).runPost(context, { text, ...options })),
    );
  addPostOptions(
    program
      .command('check')
      .summary('check a post against the rules of its platforms, and publish nothing')
      .description(
        'Applies the rules of every platform and calculates the cost. Local files are uploaded for it; a post with them uses the same uploads. Exit code 1 when a rule is broken.',
      )
      .argument('[text]', 'text of the post; - reads it from stdin'),
  ).action((text, options) =>
    act(async (context) => (await import('./run-check.ts')).runCheck(context, { text, ...options })),
  );
}
