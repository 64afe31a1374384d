import type { Clock } from '@fanfare/network';

/** A clock whose sleeps end when the process is to stop: what only waits is handed over at once. */
export function stoppable(clock: Clock, stopping: AbortSignal): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal ? AbortSignal.any([signal, stopping]) : stopping),
  };
}
