import type { SandboxClock } from './simulator.ts';

/**
 * Real time plus skipped time, in whole milliseconds. Simulators use it for every lifetime, so that
 * a test skips two hours without waiting.
 *
 * @example
 * const clock = createClock();
 * clock.advance(7_200_000); // every access token of X has now expired
 */
export function createClock(realNow: () => number = Date.now): SandboxClock {
  let skippedMs = 0;
  return {
    now: () => Math.floor(realNow() + skippedMs),
    advance(ms) {
      skippedMs += ms;
    },
  };
}
