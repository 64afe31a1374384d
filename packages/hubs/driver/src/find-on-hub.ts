import { type Attempt, findOnce, NetworkError, type Verdict } from '@fanfare/network';
import type { HubPost, HubWriteCall } from './hub-driver.ts';

/** The hub may be down for the reason for which it did not answer. */
const LOOKS_AFTER_MS = [1_000, 10_000, 40_000, 90_000];

/** Finds a write that may be sent again. A hub has time to end a call in progress. */
export const RESEND: Verdict = { state: 'resend', afterMs: 5_000 };

type Search<Seen> = {
  readonly looksAfterMs?: readonly number[];
  readonly lateLooksMs?: readonly number[];
  /** The candidates; null when no read can succeed. An error counts as a read that failed. */
  readonly read: () => Promise<readonly Seen[] | null>;
};

/**
 * Reads a hub until exactly one thing fits a write whose answer was lost, and returns it; null
 * otherwise. Throws NetworkError `credential_rejected`, and the reason of a run that was stopped.
 *
 * @example
 * const post = await findOnHub(call, attempt, { read: () => listSamePosts(call, attempt) });
 */
export function findOnHub<Seen>(
  call: HubWriteCall,
  attempt: Attempt<HubPost>,
  { read, ...looks }: Search<Seen>,
): Promise<Seen | null> {
  return findOnce(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    ...looks,
    read: async () => {
      try {
        return (await read()) ?? 'closed';
      } catch (error) {
        call.signal.throwIfAborted();
        if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
        return 'failed';
      }
    },
  });
}
