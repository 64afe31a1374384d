import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type RunningServer = {
  readonly baseUrl: string;
  /** Sends SIGTERM; resolves with the time to exit. Rejects unless it ends with 0. */
  stop(): Promise<number>;
  kill(): void;
  log(): string;
};

export async function startServerProcess(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const child = fork(program, { env: { ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const errors = text(child.stderr!);
  let log = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const exit = once(child, 'exit');
  const ready = once(child, 'message') as Promise<[{ baseUrl?: string }]>;
  const first = await Promise.race([ready, exit.then(() => null)]);
  if (first?.[0].baseUrl === undefined) throw new Error(`${program} does not start: ${await errors}`);
  return {
    baseUrl: first[0].baseUrl,
    async stop() {
      const stopping = performance.now();
      child.kill('SIGTERM');
      const [code] = await exit;
      if (code !== 0) throw new Error(`${program} ended with ${code}: ${await errors}`);
      return performance.now() - stopping;
    },
    log: () => log,
    kill: () => void child.kill('SIGKILL'),
  };
}
