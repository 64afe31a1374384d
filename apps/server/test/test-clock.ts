import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/**
 * One clock for the server and the sandbox. Sleeping moves it at once, so that minutes of
 * processing take no time.
 */
export type TestClock = Clock & {
  advance(ms: number): void;
  /** The time moved and slept so far, without real time: the same on a slow machine. */
  skippedMs(): number;
};

/** The same for tests that observe a wait: sleeps take real time. */
export function createRealClock(): TestClock {
  const clock = createTestClock();
  return { ...clock, sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}) };
}

export function createTestClock(): TestClock {
  let skippedMs = 0;
  const clock: TestClock = {
    now: () => Date.now() + skippedMs,
    advance(ms) {
      skippedMs += ms;
    },
    skippedMs: () => skippedMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      skippedMs += ms;
      // Lets other tasks run, as in real time.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
  return clock;
}
