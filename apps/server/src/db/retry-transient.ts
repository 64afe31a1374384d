import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';

const RETRY_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Deadlock, serialization failure, insufficient resources, timeouts: a retry may succeed. */
const TRANSIENT = /^(?:40|53|55P03|57014)/;

type Time = { now(): number; sleep(ms: number): Promise<unknown> };

const REAL_TIME: Time = { now: () => performance.now(), sleep };

/**
 * Retries an idempotent statement after transient database errors, such as a connection lost during
 * COMMIT. Throws the last one after 20 seconds, and any other error at once. Waits in real time:
 * the database does not follow a test's clock.
 */
export async function retryTransient<T>(statement: () => Promise<T>, time = REAL_TIME): Promise<T> {
  const giveUpAt = time.now() + RETRY_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await statement();
    } catch (error) {
      if (!isTransient(error) || time.now() + pauseMs > giveUpAt) throw error;
      await time.sleep(pauseMs);
    }
  }
}

/** Whether an error is about the state of the database, and not about the statement. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable || (error instanceof pg.DatabaseError && TRANSIENT.test(error.code ?? ''))
  );
}
