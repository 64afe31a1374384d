import type { NetworkError, Sent } from '@fanfare/network';
import { credentialRefusal, type OpenAccount, withCredential } from '../accounts/credentials/with-credential.ts';
import { openWrite } from './open-write.ts';
import { createTries, type TriesEnd } from './tries.ts';
import type { WriteDeps, WriteRun } from './write-run.ts';

export type WriteEnd =
  | { readonly state: 'accepted'; readonly intentId: string; readonly sent: Sent; readonly opened: OpenAccount }
  /** Nothing is live. `waitMs`: the network asks for a longer pause than a run makes, or null. */
  | { readonly state: 'failed'; readonly error: NetworkError; readonly waitMs: number | null }
  /** It may be live. `error` is the last error; null when another process got it. */
  | { readonly state: 'outcome_unknown'; readonly error: unknown }
  /** This process stops. Open writes stay in the journal for the next run. */
  | { readonly state: 'stopping'; readonly mayBeLive: boolean; readonly error: unknown }
  | { readonly state: 'lease_lost' };

/**
 * The write engine: the only code that makes public writes, each at most once. It commits an intent
 * before the call, and reads the network when the answer is lost before it sends again. Throws only
 * when the database cannot be reached; the next run then continues from the journal.
 *
 * @example
 * const end = await makeWrite(deps, { write: adapter.publish, input: draft, journal, found, … });
 */
export async function makeWrite<Input>(deps: WriteDeps, run: WriteRun<Input>): Promise<WriteEnd> {
  const used = await withCredential<TriesEnd>(deps, run.owner, {
    run: createTries(deps, run, openWrite(run.write)),
    refusalIn: (end) => (end.state === 'failed' ? credentialRefusal(end.error) : null),
  });
  if (used.state === 'not_open') {
    const { mayBeLive } = used.last?.state === 'failed' ? used.last : run.found;
    return failed(used.error, { mayBeLive, waitMs: null });
  }
  const { result, opened } = used;
  if (result.state === 'accepted') return { ...result, opened };
  return result.state === 'failed' ? failed(result.error, result) : result;
}

/** Nothing is live after a definite failure. A write that may be live has an unknown outcome. */
function failed(
  error: NetworkError,
  { mayBeLive, waitMs }: { readonly mayBeLive: boolean; readonly waitMs: number | null },
): WriteEnd {
  return mayBeLive ? { state: 'outcome_unknown', error } : { state: 'failed', error, waitMs };
}
