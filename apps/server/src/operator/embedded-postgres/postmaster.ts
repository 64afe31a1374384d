import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isErrorCode } from '../../process/is-error-code.ts';
import { isAlive } from './is-alive.ts';

export type Postmaster = { readonly pid: number; readonly port: number };

const POLL_MS = 20;
const SETTLE_TIMEOUT_MS = 30_000;
const FAST_STOP_TIMEOUT_MS = 10_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 5_000;

/**
 * Finds the server that a killed process left running on this data folder, once it accepts
 * connections; null for none. Waits for one that is shutting down. Removes the stale lock file of a
 * crash or a copied folder, because PostgreSQL may refuse to start with it.
 */
export async function findSurvivor(data: string): Promise<Postmaster | null> {
  for (const end = performance.now() + SETTLE_TIMEOUT_MS; performance.now() < end; await sleep(POLL_MS)) {
    const found = readLock(data);
    if (found === null) return null;
    if (!isAlive(found.pid) || !servesFolder(found.pid, data)) {
      // PostgreSQL would take any process with that id for a server. It finds leftover sessions by
      // shared memory, without this file (PostgreSQL 18, sysv_shmem.c, checked 2026-11).
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      return null;
    }
    if (found.status === 'ready') return { pid: found.pid, port: found.port };
  }
  throw new Error(
    `The PostgreSQL server of ${data} neither starts nor ends. Its process id is in postmaster.pid there.`,
  );
}

/** Closes sessions and writes the data (fast shutdown). Falls back to an immediate shutdown. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (signal(pid, 'SIGINT') && !(await hasEnded(pid, FAST_STOP_TIMEOUT_MS))) {
    signal(pid, 'SIGQUIT');
    await hasEnded(pid, IMMEDIATE_STOP_TIMEOUT_MS);
  }
}

export function killPostmaster(pid: number): void {
  signal(pid, 'SIGQUIT');
}

/** Stops the server of a data folder, if one runs. */
export async function stopPostmasterOf(data: string): Promise<void> {
  const found = readLock(data);
  if (found !== null && isAlive(found.pid) && servesFolder(found.pid, data)) await stopPostmaster(found.pid);
}

/** Resolves when the process has ended. Does not keep this process alive. */
export async function waitForExit(pid: number, pollMs = 500): Promise<void> {
  while (isAlive(pid)) await sleep(pollMs, undefined, { ref: false });
}

/** Reads postmaster.pid: line 1 process id, 4 port, 8 state, which a starting server lacks. */
function readLock(data: string): { pid: number; port: number; status: string } | null {
  let lines: string[];
  try {
    lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return null;
    throw error;
  }
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' } : null;
}

/** Whether the process is this folder's server, whose working directory is the data folder. */
function servesFolder(pid: number, data: string): boolean {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(data) ?? false;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return false;
  }
}

async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(POLL_MS)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
