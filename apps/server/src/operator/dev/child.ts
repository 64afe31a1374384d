import { fork } from 'node:child_process';

export type Ready = { readonly url: string; readonly setupUrl: string | null };

export type Child = {
  /** Resolves with address and set-up link once it listens. Rejects with its output. */
  readonly ready: Promise<Ready>;
  /** Resolves with the exit of the process: `code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>;
  /** Stops gracefully: it finishes what it has started. */
  stop(): Promise<void>;
  kill(): void;
};

/** Child process that ended during its start, with the error code it reported: `EADDRINUSE`. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';
  readonly reason: string | undefined;

  constructor(message: string, reason: string | undefined) {
    super(message);
    this.reason = reason;
  }
}

type Message = {
  readonly type?: string;
  readonly baseUrl?: string;
  readonly url?: string;
  readonly setupUrl?: string | null;
  readonly reason?: string;
};

const STOP_TIMEOUT_MS = 45_000;

/**
 * Starts a child process, which sends a message when it is ready and ends with this process. Its
 * output goes to `onOutput` once it is ready; before that, it is kept for the error.
 */
export function startChild(script: string, env: Record<string, string>, onOutput: (text: string) => void): Child {
  // Own process group: Ctrl-C reaches only this process, which stops its children in order.
  const child = fork(script, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  let output = '';
  let isReady = false;
  const take = (chunk: Buffer): void => {
    if (isReady) onOutput(chunk.toString());
    else output = (output + chunk.toString()).slice(-8_000);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // `close` comes after the last output.
    child.once('close', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`));
  });
  let reason: string | undefined;
  const ready = new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.type === 'failed') reason = message.reason;
      if (message.type !== 'ready') return;
      isReady = true;
      if (output !== '') onOutput(output);
      resolve({ url: message.baseUrl ?? message.url ?? '', setupUrl: message.setupUrl ?? null });
    });
    void ended.then((how) => reject(new ChildFailed(output.trim() || `${script} ended with ${how}.`, reason)));
  });
  // When a start is interrupted, nothing waits for `ready`.
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
