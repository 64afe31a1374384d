import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

/** https://sqlite.org/rescode.html: another connection holds the lock. */
const SQLITE_BUSY = 5;

/**
 * Locks `file` for this process; null when another process has it. Uses SQLite's file lock, which
 * the system releases at any end of a process: no stale process ids, nothing to clean up.
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
