import type { Command } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

export function addAccountCommands(program: Command, act: Act): void {
  const accounts = program
    .command('accounts')
    .summary('list connected accounts, and connect one')
    .description('Connected accounts of the project.');
  accounts
    .command('list', { isDefault: true })
    .description('list the accounts, oldest first')
    .option('--platform <platform>', 'only accounts of this platform')
    .option('--status <status>', 'only accounts with this status: active, expired or revoked')
    .option('--profile-id <id>', 'only accounts with this grouping key of yours')
    .action((options) => act(async (context) => (await import('./list-accounts.ts')).listAccounts(context, options)));
  accounts
    .command('connect')
    .summary('make a link that connects an account')
    .description(
      'Prints an address for the browser of the person whose account is to be connected. It is valid for 10 minutes and works once.',
    )
    .argument('<platform>', 'network to connect, such as instagram')
    .option('--profile-id <id>', 'grouping key of the accounts that will be connected')
    .option('--redirect-url <url>', 'where the person goes afterwards')
    .option('--browser', 'open it here')
    .action((platform, options) =>
      act(async (context) => (await import('./connect-account.ts')).connectAccount(context, { platform, ...options })),
    );
}
