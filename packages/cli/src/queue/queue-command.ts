import type { Command } from '@commander-js/extra-typings';
import { readCount } from '../posts/posts-commands.ts';
import type { Act } from '../program.ts';

export function addQueueCommand(program: Command, act: Act): void {
  program
    .command('queue')
    .summary('show what is due next')
    .description('Scheduled posts of the project, earliest first.')
    .option('--limit <count>', 'how many at most', readCount, 25)
    .option('--zone <zone>', 'time zone to show, such as Europe/Berlin (usual: that of this machine)')
    .action((options) => act(async (context) => (await import('./show-queue.ts')).showQueue(context, options)));
}
