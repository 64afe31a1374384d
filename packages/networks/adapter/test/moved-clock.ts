import type { Clock } from '../src/account-call.ts';

/**
 * A clock that stands still until `pass` moves it. `waits` are the remaining times of the sleepers,
 * shortest first.
 */
export function movedClock(startMs = 0): Clock & { pass(ms: number): void; waits(): number[] } {
  let nowMs = startMs;
  const sleepers = new Set<{ untilMs: number; wake: () => void }>();
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { untilMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    pass(ms) {
      nowMs += ms;
      for (const sleeper of sleepers) {
        if (sleeper.untilMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    waits: () => [...sleepers].map(({ untilMs }) => untilMs - nowMs).sort((a, b) => a - b),
  };
}
