/** Wakes somebody at the times work falls due. Times that lie close together wake once. */
export type Alarm = {
  /** In how many milliseconds from now, any number of times; far ones may be repeated later. */
  wakeIn(ms: readonly number[]): void;
  stop(): void;
};

const TOGETHER_MS = 5;
/** Nothing is armed further ahead: the next look arms it again. */
const HORIZON_MS = 90_000;

export function createAlarm(wake: () => void): Alarm {
  const times = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let armedFor = Number.POSITIVE_INFINITY;
  let stopped = false;

  const arm = (): void => {
    const next = Math.min(...times);
    if (next === armedFor) return;
    if (timer) clearTimeout(timer);
    armedFor = next;
    timer = Number.isFinite(next) ? setTimeout(ring, Math.max(0, next - performance.now())) : null;
  };
  const ring = (): void => {
    const now = performance.now();
    for (const time of times) if (time <= now + TOGETHER_MS) times.delete(time);
    armedFor = Number.POSITIVE_INFINITY;
    timer = null;
    wake();
    arm();
  };
  return {
    wakeIn(ms) {
      if (stopped) return;
      const now = performance.now();
      // Rounded up to a grid, so that thousands of posts due in the same moment are one time. Never early, though timers may ring a millisecond before theirs.
      for (const delay of ms) {
        if (delay <= HORIZON_MS) times.add(Math.ceil((now + delay + 1) / TOGETHER_MS) * TOGETHER_MS);
      }
      arm();
    },
    stop() {
      stopped = true;
      times.clear();
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
