import { readFileSync } from 'node:fs';
import { isErrorCode } from './error-code.ts';

/** Whether a process runs, of whatever account. One that has ended and is only not yet taken note of by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isErrorCode(error, 'EPERM');
  }
  if (process.platform !== 'linux') return true;
  try {
    // The state follows the name, which is in brackets and may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] !== 'Z';
  } catch {
    return false;
  }
}
