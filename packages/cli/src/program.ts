import { Command } from '@commander-js/extra-typings';
import manifest from '../package.json' with { type: 'json' };
import { addAccountCommands } from './accounts/account-commands.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import type { Context, GlobalOptions } from './context.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addDraftCommands } from './drafts/draft-commands.ts';
import { addEventsCommand } from './events/events-command.ts';
import type { ExitCode } from './exit-code.ts';
import { addListenCommand } from './listen/listen-command.ts';
import { addLoginCommands } from './login/login-commands.ts';
import { addMediaCommands } from './media/media-commands.ts';
import type { Surroundings } from './output/create-output.ts';
import { addPostCommands } from './post/post-commands.ts';
import { addPostsCommands } from './posts/posts-commands.ts';
import { addQueueCommand } from './queue/queue-command.ts';
import { addUsageCommand } from './usage/usage-command.ts';

/** Runs the work of a command; what is loaded for it is loaded then. */
export type Act = (work: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** Carries out one command with the options that all have. */
export type Runner = (options: GlobalOptions, work: (context: Context) => Promise<ExitCode>) => Promise<void>;

const AFTER = `
The key: --profile, else FANFARE_BASE_URL and FANFARE_API_KEY, else the profile of the last login.
Exit codes: 0 done or accepted · 1 wrong call or refused · 2 some target failed · 3 all failed · 4 outcome unknown · 5 key · 75 try again · 130 stopped
`;

/** The tree of all commands: what they take, and what they say about it. */
export function createProgram({ stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>, run: Runner): Command {
  const program = new Command('fanfare-cli')
    .description('Publishes to social accounts through your Fanfare, and shows what became of it.')
    .version(manifest.version, '--version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .optionsGroup('Options of every command:')
    .option('--profile <name>', 'use this profile')
    .option('--api-key-file <file>', 'read the API key from a file, instead of FANFARE_API_KEY')
    .option('--json', 'print JSON, also on a terminal')
    .option('--no-json', 'print for people, also into a pipe')
    .option('--no-input', 'ask nothing, also on a terminal')
    .addHelpText('after', AFTER)
    .showHelpAfterError('See: fanfare-cli --help')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns || 100,
      getErrHelpWidth: () => stderr.columns || 100,
    })
    .exitOverride();
  const act: Act = (work) => {
    const { input = true, ...options } = program.opts() as GlobalOptions;
    return run({ ...options, input }, work);
  };
  program.commandsGroup('Publish:');
  addPostCommands(program as unknown as Command, act);
  addPostsCommands(program as unknown as Command, act);
  addDraftCommands(program as unknown as Command, act);
  addQueueCommand(program as unknown as Command, act);
  program.commandsGroup('Set up:');
  addLoginCommands(program as unknown as Command, act);
  program.commandsGroup('Accounts and usage:');
  addAccountCommands(program as unknown as Command, act);
  addUsageCommand(program as unknown as Command, act);
  program.commandsGroup('Files and events:');
  addMediaCommands(program as unknown as Command, act);
  addEventsCommand(program as unknown as Command, act);
  addListenCommand(program as unknown as Command, act);
  program.commandsGroup('This machine:');
  addDoctorCommand(program as unknown as Command, act);
  addCompletionCommand(program as unknown as Command, act);
  program.helpCommand('help [command]', 'show the help of a command');
  return program as unknown as Command;
}
