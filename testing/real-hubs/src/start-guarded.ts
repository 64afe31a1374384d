import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** A program that ends with this process. */
export type Guarded = {
  /** Resolves when the program has printed this; rejects with its output when it ends before. */
  prints(text: string): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a program that is ended by `stop`, and also when this process ends in any way. */
export function startGuarded(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    /** A folder that is deleted when the program has ended. */
    readonly thenDelete?: string;
  },
): Guarded {
  const settings = Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const guard = spawn(process.execPath, [GUARD, options.thenDelete ?? '', 'env', ...settings, command, ...args], {
    cwd: options.cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [guard.stdout, guard.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<void>((resolve) => void guard.once('close', () => resolve()));
  return {
    prints: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`${command} ended without “${text}”:\n${output}`)), reject);
      }),
    async stop() {
      guard.stdin.end();
      await ended;
    },
  };
}
