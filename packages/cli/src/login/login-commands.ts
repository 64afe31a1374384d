import type { Command } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

export function addLoginCommands(program: Command, act: Act): void {
  program
    .command('login')
    .summary('store an API key as a profile')
    .description(
      'Stores an address and an API key as a profile, after a call has shown that the key works. Asks for the key on a terminal; it is not shown.',
    )
    .argument('[address]', 'address of your Fanfare (FANFARE_BASE_URL, or that of the profile)')
    .option('--key-stdin', 'read the key from stdin')
    .option('--browser', 'open the page of the dashboard that makes keys')
    .addHelpText(
      'after',
      '\nExamples:\n  fanfare-cli login https://fanfare.example.com\n  pass fanfare/shop | fanfare-cli login https://fanfare.example.com --profile shop --key-stdin',
    )
    .action((address, options) =>
      act(async (context) => (await import('./run-login.ts')).runLogin(context, { address, ...options })),
    );
  program
    .command('logout')
    .summary('remove a stored profile')
    .description('Removes a profile from this machine. Its key stays valid until you revoke it in the dashboard.')
    .option('--all', 'remove every profile')
    .action((options) => act(async (context) => (await import('./run-logout.ts')).runLogout(context, options)));
  program
    .command('whoami')
    .summary('show which Fanfare and which rights the key has')
    .description('Shows the address, where the key comes from, its scope, the plan and the number of accounts.')
    .action(() => act(async (context) => (await import('./run-whoami.ts')).runWhoami(context)));
  const profiles = program
    .command('profiles')
    .summary('list profiles, and choose one')
    .description('Profiles that are stored on this machine, each an address and a key of a project.');
  profiles
    .command('list', { isDefault: true })
    .description('list the profiles; the first column marks the one that is used')
    .action(() => act(async (context) => (await import('./run-profiles.ts')).listProfiles(context)));
  profiles
    .command('use')
    .description('use this profile without --profile from now on')
    .argument('<name>')
    .action((name) => act(async (context) => (await import('./run-profiles.ts')).chooseProfile(context, name)));
}
