import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls a value until it is there, for what another process or the database's clock decides: at
 * first every 50 ms, later ever more rarely, because looking costs the machine as much as what is
 * waited for. The bound only ends a wait without result; it asserts nothing about speed and leaves
 * a slow machine its time.
 */
export async function until<T>(look: () => Promise<T | null>, atMostMs = 120_000): Promise<T> {
  const end = performance.now() + atMostMs;
  for (let pauseMs = 50; performance.now() < end; pauseMs = Math.min(pauseMs * 1.25, 250)) {
    const seen = await look();
    if (seen !== null) return seen;
    await sleep(pauseMs);
  }
  throw new Error(`nothing was there within ${atMostMs} ms`);
}
