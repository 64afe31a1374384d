import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';

/** The process clock. Only for what never decides about a lease or a schedule: those use the database's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
