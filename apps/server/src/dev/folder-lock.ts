import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

/** https://sqlite.org/rescode.html: another connection holds the lock. */
const SQLITE_BUSY = 5;

/**
 * Takes `file` for this process alone, or returns null when another process has it. What holds is SQLite's lock on the file, which the operating system
 * lets go of when the process ends, however it ends: there is no process id to go stale and nothing to clean up.
 */
export function lockFolder(file: string): FolderLock | null {
  const held = new DatabaseSync(file);
  try {
    // Nothing is ever written, so there is nothing to roll back and no second file to keep for it.
    held.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    held.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => held.close() };
}
