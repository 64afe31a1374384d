import { vi } from 'vitest';
import type { ModelClock } from './model-clock.ts';

/**
 * Puts the model's time in the place of the two clocks of the process that the executor reads by itself: the monotonic one that tells how old an intent is,
 * and the one behind a run's deadline. Returns how to put them back.
 */
export function useModelTime(clock: ModelClock): () => void {
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => clock.timeout(ms));
  return () => {
    monotonic.mockRestore();
    deadlines.mockRestore();
  };
}
