import type { Command } from '@commander-js/extra-typings';
import { readCount } from '../posts/posts-commands.ts';
import type { Act } from '../program.ts';

export function addEventsCommand(program: Command, act: Act): void {
  program
    .command('events')
    .summary('list or follow what happened')
    .description(
      'Events of posts, accounts and the quota, oldest first. They are kept for 30 days. Into a pipe each is a line of JSON.',
    )
    .option('--type <type>', 'only events of this type, such as target.failed')
    .option('--after <event>', 'only events after this one (evt_…)')
    .option('--limit <count>', 'how many at most', readCount, 25)
    .option('--follow', 'print events as they happen, from now on or from --after, until Ctrl-C')
    .action((options) => act(async (context) => (await import('./show-events.ts')).showEvents(context, options)));
}
