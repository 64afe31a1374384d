import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../src/operator/embedded-postgres/is-alive.ts';

export type Parts = { readonly server: number; readonly sandbox: number; readonly postgres: number };

type Listed = { readonly pid: number; readonly parent: number; readonly command: string };

/** The processes that a running dev command started; NaN for one that does not run. */
export function partsOf(devPid: number): Parts {
  const children = listProcesses().filter(({ parent }) => parent === devPid);
  const find = (word: string): number => children.find(({ command }) => command.includes(word))?.pid ?? Number.NaN;
  return { server: find('main.ts'), sandbox: find('bin.ts'), postgres: find('postgres') };
}

function listProcesses(): Listed[] {
  if (process.platform !== 'linux') {
    const lines = spawnSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).stdout.split('\n');
    return lines.map((line) => {
      const [pid, parent, ...command] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
    });
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
        return [{ pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }];
      } catch {
        return []; // It has just ended.
      }
    });
}

/** Waits until a condition holds; the test's time limit ends the wait. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

export const untilGone = (...pids: number[]): Promise<void> => until(() => !pids.some(isAlive));
