import { readFileSync } from 'node:fs';
import { isErrorCode } from '../../process/is-error-code.ts';

/** Whether a process of any user runs. A zombie does not: it waits for its parent. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isErrorCode(error, 'EPERM');
  }
  if (process.platform !== 'linux') return true;
  try {
    // The state follows the name, which is in parentheses and may contain anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] !== 'Z';
  } catch {
    return false;
  }
}
