import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;
const WRITING_MS = 5_000;

/** Runs `work` while no other process on this machine holds `folder`; a dead holder is ignored. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const holderFile = path.join(folder, 'pid');
  while (!take(folder, holderFile)) {
    if (!isRunning(readPid(folder, holderFile))) rmSync(folder, { recursive: true, force: true });
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creating a folder is atomic: of any number of processes one succeeds. */
function take(folder: string, holderFile: string): boolean {
  try {
    mkdirSync(folder);
  } catch {
    return false;
  }
  writeFileSync(holderFile, String(process.pid));
  return true;
}

/** Id of the holder; 0 when it died between creating the folder and writing its id. */
function readPid(folder: string, holderFile: string): number {
  try {
    const pid = Number(readFileSync(holderFile, 'utf8'));
    if (pid > 0) return pid;
  } catch {
    // Not written yet.
  }
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > WRITING_MS ? 0 : process.pid;
}

export function isRunning(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
