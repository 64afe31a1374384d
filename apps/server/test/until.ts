import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks until something is there, every 25 ms. For what another process or the database's clock decides. The bound ends what never comes; it says
 * nothing about how long anything takes, and leaves a slow machine its time.
 */
export async function until<T>(look: () => Promise<T | null>, atMostMs = 120_000): Promise<T> {
  for (const end = performance.now() + atMostMs; performance.now() < end; await sleep(25)) {
    const seen = await look();
    if (seen !== null) return seen;
  }
  throw new Error(`nothing was there within ${atMostMs} ms`);
}
