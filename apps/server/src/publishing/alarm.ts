/** A timer for many moments. Moments within the same 5 ms fire once, at the end of them. */
export type Alarm = {
  /** Fires after each of these times. Ignores times above 90 seconds: set them again later. */
  wakeIn(ms: readonly number[]): void;
  stop(): void;
};

const TOGETHER_MS = 5;
/** The least time between two firings, so that targets that are due closely share statements. */
const APART_MS = 10;
/** Timers may fire this much too early. */
const TIMER_EARLY_MS = 1;
const HORIZON_MS = 90_000;

export function createAlarm(wake: () => void): Alarm {
  const times = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let armedFor = Number.POSITIVE_INFINITY;
  let firedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;

  const arm = (next: number): void => {
    if (next === armedFor) return;
    if (timer) clearTimeout(timer);
    armedFor = next;
    timer = Number.isFinite(next)
      ? setTimeout(fire, Math.max(0, Math.max(next, firedAt + APART_MS) - performance.now()))
      : null;
  };
  const fire = (): void => {
    const now = performance.now();
    firedAt = now;
    let next = Number.POSITIVE_INFINITY;
    for (const time of times) {
      if (time <= now + TIMER_EARLY_MS) times.delete(time);
      else if (time < next) next = time;
    }
    armedFor = Number.POSITIVE_INFINITY;
    timer = null;
    arm(next);
    wake();
  };
  return {
    wakeIn(ms) {
      if (stopped) return;
      const now = performance.now();
      // A grid, so that thousands of posts due at the same moment are one entry.
      let next = armedFor;
      for (const delay of ms) {
        if (delay > HORIZON_MS) continue;
        const time = Math.ceil((now + delay + TIMER_EARLY_MS) / TOGETHER_MS) * TOGETHER_MS;
        times.add(time);
        if (time < next) next = time;
      }
      arm(next);
    },
    stop() {
      stopped = true;
      times.clear();
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
