import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;

/** Runs `work` while no other process on this machine holds `folder`; a holder that died is passed over. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const holderFile = path.join(folder, 'pid');
  while (!take(folder, holderFile)) {
    if (!isRunning(readPid(holderFile))) rmSync(folder, { recursive: true, force: true });
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Making a folder is atomic: of any number of processes one succeeds. */
function take(folder: string, holderFile: string): boolean {
  try {
    mkdirSync(folder);
  } catch {
    return false;
  }
  writeFileSync(holderFile, String(process.pid));
  return true;
}

/** The holder writes its id right after making the folder; until then it counts as alive. */
function readPid(holderFile: string): number {
  try {
    return Number(readFileSync(holderFile, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
