import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Process = { readonly parent: number; readonly command: string };

const PACKAGE_MANAGER = /(^|[\s/])(npm|npx|pnpm|corepack)(\.c?js)?([\s@]|$)/;
const SHELL = /(^|\/)(sh|bash|dash|zsh|busybox) /;

/** Finds the package managers and shells that started this process, nearest first. */
export function findLaunchers(parent: number, look: (pid: number) => Process | null = readProcess): number[] {
  const chain: number[] = [];
  let managers = 0;
  for (let pid = parent; pid > 1; ) {
    const found = look(pid);
    if (found === null) break;
    // A shell's command line contains the command that it starts, so check for a shell first.
    const isManager = !SHELL.test(found.command) && PACKAGE_MANAGER.test(found.command);
    if (!isManager && !SHELL.test(found.command)) break;
    chain.push(pid);
    // Shells above the outermost package manager are the developer's own.
    if (isManager) managers = chain.length;
    pid = found.parent;
  }
  return chain.slice(0, managers);
}

function readProcess(pid: number): Process | null {
  try {
    if (process.platform === 'linux') {
      // The second field, the name in parentheses, may contain spaces; state and parent follow.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return {
        parent: Number(parent),
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      };
    }
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
    const [, ppid, command] = /^\s*(\d+)\s+(.*)$/m.exec(stdout) ?? [];
    return ppid === undefined || command === undefined ? null : { parent: Number(ppid), command };
  } catch {
    return null;
  }
}
