import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** One time for adapter and simulator. Sleeping takes none: it moves the clock. */
export type MovedClock = Clock & { advance(ms: number): void };

/** Begins at the real time, since connections are real, too. */
export function createMovedClock(): MovedClock {
  let skippedMs = 0;
  return {
    now: () => Date.now() + skippedMs,
    advance(ms) {
      skippedMs += ms;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      skippedMs += ms;
      // Others get their turn, as they would while time passes.
      await setImmediate();
      signal?.throwIfAborted();
    },
  };
}
