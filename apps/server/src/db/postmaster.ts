import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isErrorCode } from './error-code.ts';
import { isAlive } from './is-alive.ts';

/** A running PostgreSQL server: its first process, which all others follow. */
export type Postmaster = { readonly pid: number; readonly port: number };

const POLL_MS = 20;
const SETTLE_TIMEOUT_MS = 30_000;
const FAST_STOP_TIMEOUT_MS = 10_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 5_000;

/**
 * The server that a killed process left running on this data folder, once it takes connections; null when none runs. One that is just ending is waited
 * for. What a crash or a copied folder left of another server's lock is removed where PostgreSQL would stumble over it.
 */
export async function findSurvivor(data: string): Promise<Postmaster | null> {
  for (const end = performance.now() + SETTLE_TIMEOUT_MS; performance.now() < end; await sleep(POLL_MS)) {
    const found = readLock(data);
    if (found === null) return null;
    if (!isAlive(found.pid) || !servesFolder(found.pid, data)) {
      // PostgreSQL itself would take whatever has that process id by now for a server, and refuse to start. Sessions that a killed server left on the data
      // it finds by their shared memory, with or without this file (PostgreSQL 18, src/backend/port/sysv_shmem.c, checked 2026-11).
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      return null;
    }
    if (found.status === 'ready') return { pid: found.pid, port: found.port };
  }
  throw new Error(
    `The PostgreSQL server of ${data} neither starts nor ends. Its process id is in postmaster.pid there.`,
  );
}

/** Ends a server with PostgreSQL's fast shutdown: sessions are cut, data is written. One that does not end is cut off; it recovers at its next start. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (signal(pid, 'SIGINT') && !(await hasEnded(pid, FAST_STOP_TIMEOUT_MS))) {
    signal(pid, 'SIGQUIT');
    await hasEnded(pid, IMMEDIATE_STOP_TIMEOUT_MS);
  }
}

/** PostgreSQL's immediate shutdown. */
export function killPostmaster(pid: number): void {
  signal(pid, 'SIGQUIT');
}

/** The same as `stopPostmaster` for whatever serves a data folder, if anything does. */
export async function stopPostmasterOf(data: string): Promise<void> {
  const found = readLock(data);
  if (found !== null && isAlive(found.pid) && servesFolder(found.pid, data)) await stopPostmaster(found.pid);
}

/** Resolves when the process is gone. Does not keep this process alive. */
export async function untilEnded(pid: number, pollMs = 500): Promise<void> {
  while (isAlive(pid)) await sleep(pollMs, undefined, { ref: false });
}

/** postmaster.pid: line 1 is the process id, line 4 the port, line 8 the state, which is missing while the server is about to start. */
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

/** A server works in its data folder: that tells it from a program that got its process id later. */
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
