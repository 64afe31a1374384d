import type { Command } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

export function addUsageCommand(program: Command, act: Act): void {
  program
    .command('usage')
    .summary('show the units of the current period')
    .description('Shows how many units (network writes) are used, reserved and left in the current period.')
    .action(() => act(async (context) => (await import('./show-usage.ts')).showUsage(context)));
}
