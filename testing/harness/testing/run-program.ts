import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The end of a program, and all it printed. */
export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type Program = {
  /** Resolves with the output once this is in it; rejects when the program ends without it. */
  prints(text: string): Promise<string>;
  readonly ended: Promise<Run>;
  kill(signal: NodeJS.Signals): void;
};

/** Starts a program with exactly this environment, and with the compiled code of this run. */
export function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, args, { env: { NODE_COMPILE_CACHE, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Run>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    prints: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!stdout.includes(text)) return;
          listeners.delete(look);
          resolve(stdout);
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`It ended without “${text}”:\n${stdout}${stderr}`)), reject);
      }),
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs a program of TypeScript to its end, with exactly this environment. */
export function runProgram(file: URL, env: Readonly<Record<string, string>>): Promise<Run> {
  return startProgram(process.execPath, [fileURLToPath(file)], { PATH: process.env.PATH, ...env }).ended;
}
