import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type ReceiverProcess = {
  readonly url: string;
  readonly process: ChildProcess;
  readonly lines: readonly string[];
};

/** Starts the receiver as a separate process and resolves when it listens. Rejects with its last line when it ends before. */
export async function startReceiver(env: Readonly<Record<string, string>>): Promise<ReceiverProcess> {
  const file = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const [, address] = /^listens at (\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', (code, signal) => reject(new Error(`The receiver ended with ${signal ?? code}.`)));
  });
  return { url, process: child, lines };
}
