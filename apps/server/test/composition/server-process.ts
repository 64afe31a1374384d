import { type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../src/config/installed-files.ts';

const { SUITE_BUNDLE } = process.env;
/** Entry of the bundle that `.ci/run` makes, which starts in half the time, or of the checkout. */
const MAIN = SUITE_BUNDLE
  ? path.join(SUITE_BUNDLE, 'main.js')
  : fileURLToPath(new URL('../../src/main.ts', import.meta.url));

type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type ServerProcess = {
  readonly pid: number;
  /** Its address, when it listens; rejects with its output when it exits before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
  /** Its standard output so far. */
  stdout(): string;
  kill(signal: NodeJS.Signals): void;
  /** As if this process were killed: the channel between the two breaks. */
  abandon(): void;
};

/**
 * A server as an operator runs it, with these settings and without this run's environment.
 * `program` starts it when it is not the shipped one; `how` changes the process, such as its user.
 */
export function startServerProcess(
  env: Record<string, string>,
  program = MAIN,
  how: Pick<ForkOptions, 'execPath' | 'cwd' | 'uid' | 'gid'> = {},
): ServerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(program, {
    ...how,
    // Those of the test runner name files that another user may not read.
    execArgv: [],
    env: { PATH, HOME, PORT: '0', METRICS_PORT: 'off', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // Not the `close` event: Node no longer emits it after the channel was closed from this side.
  const written = Promise.all([once(child.stdout!, 'end'), once(child.stderr!, 'end')]);
  const ended = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => void written.then(() => resolve({ code, signal, stdout, stderr })));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { type?: string; baseUrl?: string }) => {
      if (message.type === 'ready') resolve(message.baseUrl!);
    });
    void ended.then((how) => reject(new Error(`the server ended: ${JSON.stringify(how)}`)));
  });
  ready.catch(() => undefined);
  return {
    pid: child.pid!,
    ready,
    ended,
    stdout: () => stdout,
    kill: (signal) => void child.kill(signal),
    abandon: () => child.disconnect(),
  };
}
