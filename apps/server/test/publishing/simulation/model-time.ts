import type { ModelClock } from './model-clock.ts';

/**
 * Replaces the two clocks of the process that the executor reads directly: the monotonic one, for
 * the age of an intent, and the one behind a run's deadline. Returns a function that restores them.
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
