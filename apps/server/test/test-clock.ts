import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** Time for the server and the sandbox alike. Whoever sleeps moves it on at once, so that minutes of processing take no time. */
export type TestClock = Clock & {
  advance(ms: number): void;
  /** What was moved on and slept so far, without what really passed: the same on a slow machine. */
  skippedMs(): number;
};

/** The same where a test must see somebody wait: sleeps take their time. */
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
      // Others get their turn, as they would in real time.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
  return clock;
}
