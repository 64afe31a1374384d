import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { KitError } from '../kit-error.ts';
import type { CodeSource } from './code-source.ts';

const run = promisify(exec);
const TIMEOUT_MS = 60_000;

/** A command that prints a new code each time. Its output is never shown. */
export const codesOfCommand = (command: string): CodeSource => ({
  async next() {
    try {
      const { stdout } = await run(command, { timeout: TIMEOUT_MS });
      return stdout.trim().split('\n').at(-1)?.trim() || null;
    } catch (error) {
      const { code } = error as { code?: unknown };
      throw new KitError(
        `The command of --codes-command failed (${typeof code === 'number' ? `exit ${code}` : 'no exit code'}).`,
      );
    }
  },
  none: 'the command of --codes-command printed nothing',
});
