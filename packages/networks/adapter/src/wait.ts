import type { NetworkIo } from './account-call.ts';
import { NetworkError } from './network-error.ts';
import { isPassing } from './repeat-soon.ts';

/** Spec 4.5 and 8: the service waits up to about four minutes per media item. */
export const PROCESSING_LIMIT_MS = 240_000;

/** A throttle that ends well before the wait does; a daily one does not. */
const SHORT_THROTTLE_MS = 60_000;

/** Whether a failed look leaves the state unknown: the limit of the whole wait still applies. */
export function mayLookAgain(error: unknown): boolean {
  if (isPassing(error)) return true;
  if (!(error instanceof NetworkError) || error.code !== 'rate_limited') return false;
  return error.facts.retryAfterMs !== undefined && error.facts.retryAfterMs <= SHORT_THROTTLE_MS;
}

/**
 * Looks until `look` returns something other than null, sleeping `everyMs(n)` after the n-th look
 * (from 0). Throws `media_processing_timeout` (nothing was published) once `atMostMs` have passed.
 */
export async function waitUntil<T>(
  io: NetworkIo,
  look: () => Promise<T | null>,
  options: {
    readonly everyMs: (look: number) => number;
    readonly atMostMs: number;
    readonly mediaIndex?: number | undefined;
  },
): Promise<T> {
  const startedAt = io.clock.now();
  for (let n = 0; ; n++) {
    const seen = await look();
    if (seen !== null) return seen;
    const everyMs = options.everyMs(n);
    if (io.clock.now() - startedAt + everyMs > options.atMostMs) {
      throw new NetworkError({
        code: 'media_processing_timeout',
        outcome: 'rejected',
        message: `The network did not finish processing the media within ${Math.round(options.atMostMs / 1000)} seconds. Nothing was published.`,
        mediaIndex: options.mediaIndex,
        remedy: 'Send the target again with a new idempotency key; if it happens again, use a smaller or shorter file.',
      });
    }
    await io.clock.sleep(everyMs, io.signal);
  }
}
