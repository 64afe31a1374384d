import { setTimeout as sleep } from 'node:timers/promises';

const BOUND_MS = 60_000;

/** Polls a value until it is there. Rejects with what was waited for. */
export async function within<T>(what: string, look: () => T | null | Promise<T | null>): Promise<T> {
  for (const end = Date.now() + BOUND_MS; Date.now() < end; await sleep(50)) {
    const seen = await look();
    if (seen !== null) return seen;
  }
  throw new Error(`waited for ${what} in vain`);
}
