import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls a value every 50 ms until it is there, for what another process or the database's clock decides. The bound only ends a wait without result; it asserts
 * nothing about speed and leaves a slow machine its time.
 */
export async function until<T>(look: () => Promise<T | null>, atMostMs = 120_000): Promise<T> {
  for (const end = performance.now() + atMostMs; performance.now() < end; await sleep(50)) {
    const seen = await look();
    if (seen !== null) return seen;
  }
  throw new Error(`nothing was there within ${atMostMs} ms`);
}
