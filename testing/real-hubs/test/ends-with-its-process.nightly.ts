import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@fanfare/harness/testing';
import { expect, test } from 'vitest';
import { findWordpressPackages } from '../src/wordpress/find-packages.ts';

const PROGRAM = fileURLToPath(new URL('./start-and-wait.ts', import.meta.url));

/** Command lines of running processes that name this folder. */
const processesOf = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(folder));

test.skipIf('missing' in findWordpressPackages()).each(['SIGINT', 'SIGKILL'] as const)(
  'after %s to the process that started a WordPress, nothing of it runs and its folder is gone',
  async (signal) => {
    const program = startProgram(process.execPath, [PROGRAM], process.env);
    const output = await program.prints('started ');
    const folder = path.dirname(/started (.*)\n/.exec(output)![1]!);
    expect(processesOf(folder).length).toBeGreaterThan(3);
    program.kill(signal);
    await program.ended;
    await expect.poll(() => [processesOf(folder), existsSync(folder)]).toEqual([[], false]);
  },
);
