import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

/** https://sqlite.org/rescode.html: another connection holds the lock. */
const SQLITE_BUSY = 5;

/**
 * Locks `file` for this process, or returns null when another process has locked it. Uses SQLite's file lock, which the operating system releases when the
 * process ends for any reason: no process id can become stale, and there is nothing to clean up.
 */
export function lockFolder(file: string): FolderLock | null {
  const held = new DatabaseSync(file);
  try {
    // Nothing is ever written, so no journal file is needed.
    held.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    held.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => held.close() };
}
