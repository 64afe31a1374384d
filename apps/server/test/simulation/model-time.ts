import type { ModelClock } from './model-clock.ts';

/**
 * Puts the model's time in the place of the two clocks of the process that the executor reads by itself: the monotonic one that tells how old an intent is,
 * and the one behind a run's deadline. Returns how to put them back.
 */
export function useModelTime(clock: ModelClock): () => void {
  const restoreNow = replace(performance, 'now', () => clock.now());
  const restoreTimeout = replace(AbortSignal, 'timeout', (ms: number) => clock.timeout(ms));
  return () => {
    restoreNow();
    restoreTimeout();
  };
}

/** Without a spy, which would remember every call of hundreds of thousands of runs. */
function replace<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  value: Owner[Name],
): () => void {
  const original = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (original) Object.defineProperty(owner, name, original);
    else Reflect.deleteProperty(owner, name);
  };
}
