import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';

const KEEP_TRYING_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Deadlock, serialization, shortage of resources, and what a slow moment made time out: the same statement may well succeed a moment later. */
const PASSING = /^(?:40|53|55P03|57014)/;

/**
 * Repeats a statement that can be repeated without harm until the database has it: a lost connection in the middle of a COMMIT leaves unknown whether it
 * happened, and what is written here must not be lost. Gives up after 20 seconds with the last error. In real time: the database does not wait for a
 * test's clock.
 */
export async function untilStored<T>(statement: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + KEEP_TRYING_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await statement();
    } catch (error) {
      if (!isPassing(error) || performance.now() + pauseMs > giveUpAt) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Whether an error says something about the database's present state, and nothing about what was asked of it. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof pg.DatabaseError && PASSING.test(error.code ?? ''));
}
