import type { NetworkIo } from './account-call.ts';
import { NetworkError } from './network-error.ts';

/** Waits before the second and third try. */
const PAUSES_MS = [1_000, 3_000];

/** A longer wait asked for by the network is the caller's decision, not this function's. */
const LONGEST_WAIT_MS = 10_000;

/** Whether a read or hidden call failed for a reason that may pass in a few seconds. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof NetworkError && error.code === 'network_unavailable' && error.facts.retryAfterMs !== undefined
  );
}

/**
 * Runs a read or a hidden call up to three times while it fails for reasons that may pass, 1 s and
 * 3 s apart or as long as the network asks for; not when it asks for more than 10 s. Never for
 * public writes. Ends with the last error.
 *
 * @example
 * const { id } = await repeatSoon(io, () => startUpload(io, file));
 */
export async function repeatSoon<T>(
  io: Pick<NetworkIo, 'clock' | 'signal'>,
  run: () => Promise<T>,
  mayPass: (error: NetworkError) => boolean = isPassing,
): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NetworkError) || !mayPass(error) || io.signal.aborted) throw error;
      const waitMs = Math.max(pauseMs, error.facts.retryAfterMs ?? 0);
      if (waitMs > LONGEST_WAIT_MS) throw error;
      await io.clock.sleep(waitMs, io.signal);
    }
  }
  return run();
}
