import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until something is there, every 25 ms; fails loudly after `atMostMs`. For what another process or the database's clock decides. */
export async function until<T>(look: () => Promise<T | null>, atMostMs = 15_000): Promise<T> {
  for (const end = performance.now() + atMostMs; performance.now() < end; await sleep(25)) {
    const seen = await look();
    if (seen !== null) return seen;
  }
  throw new Error(`nothing was there within ${atMostMs} ms`);
}
