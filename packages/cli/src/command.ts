import { setTimeout as sleep } from 'node:timers/promises';
import { FanfareError } from '@fanfare/sdk';
import manifest from '../package.json' with { type: 'json' };
import { CliError } from './cli-error.ts';
import { LISTEN_HELP, readListenArguments } from './listen/arguments.ts';
import { runListen } from './listen/run-listen.ts';
import { readConnection } from './read-connection.ts';

const HELP = `Usage: fanfare-cli <command>

  listen --forward-to URL   sends the events of your project to an address on your machine

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
  const { env, stdout } = process;
  const print = (text: string): void => void stdout.write(text);
  if (name === 'listen') {
    const given = readListenArguments(rest);
    if (given === null) print(LISTEN_HELP);
    else {
      const clock = {
        now: () => new Date(),
        sleep: (ms: number, on: AbortSignal) => sleep(ms, undefined, { signal: on }),
      };
      await runListen({ connection: readConnection(env, given.apiKeyFile), env, print, clock, signal }, given);
    }
    return 0;
  }
  if (name === '--version') print(`${manifest.version}\n`);
  else if (name === undefined || name === '--help' || name === 'help') print(HELP);
  else throw new CliError(`There is no command "${name}".\n\n${HELP.trimEnd()}`);
  return name === undefined ? 2 : 0;
}
