import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** The time by the monotonic clock: it never goes back when the machine's clock is set. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The process's own clock, which may be wrong. `db/database-clock.ts` decides what is stored. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
