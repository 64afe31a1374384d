import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** The process's own clock, which may be wrong by any amount: for waiting, and for comparing it with the database's. What is stored or refused for its time goes by `db/database-clock.ts`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
