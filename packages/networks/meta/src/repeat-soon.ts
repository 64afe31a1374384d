import { NetworkError, type NetworkIo } from '@fanfare/network';

const PAUSES_MS = [1000, 3000];

/** True when the very same call may work in seconds. Throttling is left to whoever runs the target: more calls would prolong it. */
export const mayPassSoon = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && error.facts.retryAfterMs !== undefined && error.code !== 'rate_limited';

/** Runs a read or a hidden call up to 3 times, 1 s and 3 s apart, as long as its error may pass soon. Never for public writes. */
export async function repeatSoon<T>(io: NetworkIo, run: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await run();
    } catch (error) {
      if (!mayPassSoon(error) || io.signal.aborted) throw error;
      await io.clock.sleep(pauseMs, io.signal);
    }
  }
  return run();
}
