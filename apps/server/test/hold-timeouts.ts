import { afterAll, vi } from 'vitest';

/**
 * In this test file, signals of `AbortSignal.timeout(ms)` end when the test calls these functions,
 * not when the time has passed. In call order.
 */
export function holdTimeouts(ms: number): (() => void)[] {
  const real = AbortSignal.timeout.bind(AbortSignal);
  const held: (() => void)[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((given) => {
    if (given !== ms) return real(given);
    const timeout = new AbortController();
    held.push(() => timeout.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
    return timeout.signal;
  });
  afterAll(() => spy.mockRestore());
  return held;
}
