import { setTimeout as sleep } from 'node:timers/promises';
import { FanfareError } from '@fanfare/sdk';
import manifest from '../package.json' with { type: 'json' };
import { CliError } from './cli-error.ts';
import { LISTEN_HELP, readListenArguments } from './listen/arguments.ts';
import { runListen } from './listen/run-listen.ts';
import { readUploadArguments, UPLOAD_HELP } from './media/arguments.ts';
import { runUpload } from './media/run-upload.ts';
import { readConnection } from './read-connection.ts';

const HELP = `Usage: fanfare-cli <command>

  listen --forward-to URL   sends the events of your project to an address on your machine
  media upload FILE...      uploads pictures and videos, and prints the address of each

FANFARE_BASE_URL is the address of your Fanfare, FANFARE_API_KEY a key of the project.
"fanfare-cli <command> --help" shows more, "fanfare-cli --version" the version.
`;

/** The parts of a process that the command uses. */
export type Surroundings = Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr' | 'once' | 'off'>;

/** Runs the command. Returns 0, 1 for a failure of the service, 2 for a wrong call. */
export async function command(words: readonly string[], process: Surroundings): Promise<number> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  try {
    return await run(words, process, stop.signal);
  } catch (error) {
    if (!(error instanceof CliError || error instanceof FanfareError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof CliError ? 2 : 1;
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
}

async function run([name, ...rest]: readonly string[], process: Surroundings, signal: AbortSignal): Promise<number> {
  const print = (text: string): void => void process.stdout.write(text);
  if (name === 'listen') return listen(rest, process, print, signal);
  if (name === 'media') return media(rest, process, print, signal);
  if (name === '--version') print(`${manifest.version}\n`);
  else if (name === undefined || name === '--help' || name === 'help') print(HELP);
  else throw new CliError(`There is no command "${name}".\n\n${HELP.trimEnd()}`);
  return name === undefined ? 2 : 0;
}

type Print = (text: string) => void;

async function listen(words: readonly string[], { env }: Surroundings, print: Print, signal: AbortSignal) {
  const given = readListenArguments(words);
  if (given === null) {
    print(LISTEN_HELP);
    return 0;
  }
  const clock = {
    now: () => new Date(),
    sleep: (ms: number, on: AbortSignal) => sleep(ms, undefined, { signal: on }),
  };
  await runListen({ connection: readConnection(env, given.apiKeyFile), env, print, clock, signal }, given);
  return 0;
}

async function media(words: readonly string[], { env, stderr }: Surroundings, print: Print, signal: AbortSignal) {
  const given = readUploadArguments(words);
  if (given === null) {
    print(UPLOAD_HELP);
    return 0;
  }
  // To the start of the line, and what is behind the text is erased.
  const progress = stderr.isTTY ? (text: string) => void stderr.write(`\r${text}\u001b[K`) : null;
  try {
    return (await runUpload({ connection: readConnection(env, given.apiKeyFile), print, progress, signal }, given))
      ? 0
      : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    stderr.write('Stopped. Files without an address above are not uploaded.\n');
    return 1;
  }
}
