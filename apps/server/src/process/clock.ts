import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** The time of the process's start plus what has passed since: it never goes back, where somebody sets the machine's clock. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The process's own clock, which may be wrong by any amount: only for waiting, and for comparing it with the database's. `db/database-clock.ts` decides what is stored or refused because of its time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
