import { type Command, Option } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';
import { readReceiver } from './read-receiver.ts';
import { readSince } from './read-since.ts';

const AFTER = `
Each start makes a new secret and prints it; FANFARE_WEBHOOK_SECRET sets one instead.
A receiver that is down gets an event four times within seven seconds; what it answers with 4xx or 500 is printed and not sent again.
Ctrl-C ends, with a summary and exit code 0.
`;

export function addListenCommand(program: Command, act: Act): void {
  program
    .command('listen')
    .summary('send events to an address on your machine')
    .description(
      'Sends the events of your project to an address on your machine, signed as webhooks are, and prints each answer.',
    )
    .requiredOption('--forward-to <url>', 'where to send them', readReceiver)
    .option('--events <types>', 'only these types, with commas between them (usual: all)')
    .option('--after <event>', 'go on after this event (evt_…); usual: from now on')
    .addOption(
      new Option('--since <time>', 'begin with events since a time (2026-11-22T09:00:00Z) or a duration (30s, 2h, 7d)')
        .argParser(readSince)
        .conflicts('after'),
    )
    .addHelpText('after', AFTER)
    .action((options) => act(async (context) => (await import('./run-listen.ts')).runListen(context, options)));
}
