import { vi } from 'vitest';

/** Signals of `AbortSignal.timeout(ms)` end when the test ends them, not when so much time has passed. In the order in which they were asked for. */
export function holdTimeouts(ms: number): (() => void)[] {
  const real = AbortSignal.timeout.bind(AbortSignal);
  const held: (() => void)[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((given) => {
    if (given !== ms) return real(given);
    const timeout = new AbortController();
    held.push(() => timeout.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
    return timeout.signal;
  });
  return held;
}
