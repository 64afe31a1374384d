import type { NetworkError, Sent } from '@fanfare/network';
import { credentialRefusal, type OpenAccount, withCredential } from '../accounts/credentials/with-credential.ts';
import { openWrite } from './open-write.ts';
import { createTries, type TriesEnd } from './tries.ts';
import type { WriteDeps, WriteRun } from './write-run.ts';

export type WriteEnd =
  | { readonly state: 'accepted'; readonly intentId: string; readonly sent: Sent; readonly opened: OpenAccount }
  /** Nothing is live. `waitMs`: the network asks for a longer pause than one run makes; null otherwise. */
  | { readonly state: 'failed'; readonly error: NetworkError; readonly waitMs: number | null }
  /** It may be live, and nothing could decide. `error` is the last error; null when another process got it. */
  | { readonly state: 'outcome_unknown'; readonly error: unknown }
  /** This process stops. Open writes stay open in the journal, for the next run. */
  | { readonly state: 'stopping'; readonly mayBeLive: boolean; readonly error: unknown }
  | { readonly state: 'lease_lost' };

/**
 * The write engine: the only code that makes public writes. Makes one write of a post, a comment or a repost, at most once: commits an intent before the
 * call, reads the network when the answer is lost, and never sends again blindly. Never throws for anything a network does; an exception means that the
 * database could not be reached, and the next run goes on from the journal.
 *
 * @example
 * const end = await makeWrite(deps, { write: adapter.publish, input: draft, journal: targetJournal(…), found, policy: POST_POLICY, … });
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

/** After a definite failure nothing is live. A write that may be live has an unknown outcome, even when something else also failed. */
function failed(
  error: NetworkError,
  { mayBeLive, waitMs }: { readonly mayBeLive: boolean; readonly waitMs: number | null },
): WriteEnd {
  return mayBeLive ? { state: 'outcome_unknown', error } : { state: 'failed', error, waitMs };
}
