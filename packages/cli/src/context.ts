import { setTimeout as sleep } from 'node:timers/promises';
import type { Fanfare } from '@fanfare/sdk';
import { createOutput, type Output, type Surroundings } from './output/create-output.ts';
import { type Connection, findConnection } from './profiles/find-connection.ts';

/** Options that every command has. */
export type GlobalOptions = {
  readonly profile?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly json?: boolean | undefined;
  readonly input: boolean;
};

/** The clock of the machine. */
export type Clock = { now(): Date; sleep(ms: number, signal: AbortSignal): Promise<unknown> };

/** The surroundings of every command. */
export type Context = {
  readonly process: Surroundings;
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly clock: Clock;
  /** Aborts on Ctrl-C, SIGTERM, and when nobody reads stdout any more. */
  readonly signal: AbortSignal;
  /** Whether somebody can be asked: on a terminal, without `--no-input`. */
  readonly isInteractive: boolean;
  /** Throws CliError when no key is there. */
  connection(): Connection;
  /** The client of the connection; the SDK is loaded by the first call. */
  fanfare(): Promise<Fanfare>;
};

const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

export function createContext(process: Surroundings, options: GlobalOptions, signal: AbortSignal): Context {
  let found: Connection | null = null;
  const connection = (): Connection => {
    found ??= findConnection(process, options);
    return found;
  };
  return {
    process,
    options,
    output: createOutput(process, options.json),
    clock: systemClock,
    signal,
    isInteractive: options.input && Boolean(process.stdin.isTTY && process.stderr.isTTY),
    connection,
    async fanfare() {
      const { baseUrl, apiKey } = connection();
      const { Fanfare } = await import('@fanfare/sdk');
      return new Fanfare({ baseUrl, apiKey });
    },
  };
}
