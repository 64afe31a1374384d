import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** One clock for adapter and simulator. Sleeping takes no time: it moves the clock. */
export type MovedClock = Clock & {
  advance(ms: number): void;
  /** Runs something after a time of the clock or real time. Returns the cancellation. */
  startTimer(run: () => void, ms: number): () => void;
  /** Noon before each test: limits that end at midnight are equally far away. */
  restart(): void;
};

const NOON = Date.UTC(2026, 10, 20, 12);

/** Starts at noon of a fixed day and runs at real speed while nothing sleeps. */
export function createMovedClock(): MovedClock {
  let skippedMs = 0;
  let startedAt = performance.now();
  const now = () => NOON + Math.floor(performance.now() - startedAt) + skippedMs;
  const timers = new Map<() => void, number>();
  return {
    now,
    advance(ms) {
      skippedMs += ms;
      for (const [end, dueAt] of [...timers]) if (dueAt <= now()) end();
    },
    startTimer(run, ms) {
      const cancel = () => {
        clearTimeout(real);
        timers.delete(end);
      };
      const end = () => {
        cancel();
        run();
      };
      const real = setTimeout(end, ms);
      timers.set(end, now() + ms);
      return cancel;
    },
    restart() {
      skippedMs = 0;
      startedAt = performance.now();
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      skippedMs += ms;
      // Lets other tasks run, as in real time.
      await setImmediate();
      signal?.throwIfAborted();
    },
  };
}
