import type { SandboxClock } from './simulator.ts';

/**
 * Real time plus what has been skipped, in whole milliseconds. Simulators ask it for every lifetime, so that a test moves two hours on without waiting.
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
