import type { Clock } from '@fanfare/network';

/** A clock whose sleeps end when the process stops: another process continues such work. */
export function stoppable(clock: Clock, stopping: AbortSignal): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal ? AbortSignal.any([signal, stopping]) : stopping),
  };
}

/** False when the deadline passed first, or the process stops. */
export async function sleptFor(clock: Clock, ms: number, deadline: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, deadline);
    return true;
  } catch {
    return false;
  }
}
