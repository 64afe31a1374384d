/** `frozen`: time passes only when you move it. `running`: it also passes by itself. */
export type ClockMode = 'frozen' | 'running';

/** The time of a mock, in milliseconds since 1970. */
export type Clock = {
  readonly mode: ClockMode;
  now(): number;
  /** Real milliseconds and travelled ones together: rate limits fill again by either. */
  paced(): number;
  set(toMs: number): void;
};

/** `elapsed` counts real milliseconds from any moment on. */
export function createClock(startMs: number, mode: ClockMode, elapsed: () => number): Clock {
  let base = startMs;
  let readAtMs = elapsed();
  const sinceRead = (): number => Math.floor(elapsed() - readAtMs);
  return {
    mode,
    now: () => (mode === 'running' ? base + sinceRead() : base),
    paced: () => base + sinceRead(),
    set(toMs) {
      if (mode === 'running') readAtMs = elapsed();
      base = toMs;
    },
  };
}
