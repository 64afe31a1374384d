import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * Runs a program in a process group of its own, and ends the group when this process gets a signal
 * or its input closes. The input closes when the process that started this one ends, however it
 * ends. Afterwards it deletes the folder that is its first argument, unless that is empty.
 */
const KILL_AFTER_MS = 5_000;

const [folder = '', command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
const signalGroup = (signal: NodeJS.Signals): void => {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // The group has ended.
  }
};
let ending = false;
const end = (): void => {
  if (ending) return;
  ending = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), KILL_AFTER_MS).unref();
};

child.once('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once('exit', (code) => {
  // A program may leave its own children behind, such as the workers of `php -S`.
  signalGroup('SIGKILL');
  if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
process.stdin.once('close', end).resume();
