/** A clock that stands still until it is moved. */
export type ModelClock = {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `ring` once at that time. Returns a function that cancels it. */
  at(timeMs: number, ring: () => void): () => void;
  /** The time of the next one; null when there is none. */
  nextAt(): number | null;
  /** Moves the clock forward and calls what is due on the way. It never goes back. */
  advanceTo(timeMs: number): void;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** `AbortSignal.timeout` on this clock. */
  timeout(ms: number): AbortSignal;
};

const STARTS_AT = Date.parse('2026-11-20T09:00:00.000Z');

type Alarm = { readonly timeMs: number; readonly ring: () => void };

export function createModelClock(): ModelClock {
  const alarms = new Set<Alarm>();
  let now = STARTS_AT;

  const next = (): Alarm | null => {
    let first: Alarm | null = null;
    for (const alarm of alarms) if (first === null || alarm.timeMs < first.timeMs) first = alarm;
    return first;
  };
  const clock: ModelClock = {
    now: () => now,
    at(timeMs, ring) {
      const alarm = { timeMs: Math.max(timeMs, now), ring };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    nextAt: () => next()?.timeMs ?? null,
    advanceTo(timeMs) {
      for (let alarm = next(); alarm !== null && alarm.timeMs <= timeMs; alarm = next()) {
        alarms.delete(alarm);
        now = alarm.timeMs;
        alarm.ring();
      }
      now = Math.max(now, timeMs);
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const resume = () => {
          callOff();
          reject(signal?.reason);
        };
        const callOff = clock.at(now + ms, () => {
          signal?.removeEventListener('abort', resume);
          resolve();
        });
        signal?.addEventListener('abort', resume, { once: true });
      }),
    timeout(ms) {
      const controller = new AbortController();
      clock.at(now + ms, () => controller.abort(new DOMException('The time is up.', 'TimeoutError')));
      return controller.signal;
    },
  };
  return clock;
}
