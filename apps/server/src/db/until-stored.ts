import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const KEEP_TRYING_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Classes of SQLSTATE under which the same statement may well succeed a moment later: connection, deadlock, serialization, shutdown, resources. */
const PASSING = /^(?:08|40|53|57P0)/;

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
      if (!mayPass(error) || performance.now() + pauseMs > giveUpAt) throw error;
      await sleep(pauseMs);
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.test(error.code ?? '');
  // Everything else that pg throws here is a broken or refused connection; a mistake in our own code is not an Error of its kind.
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
}
