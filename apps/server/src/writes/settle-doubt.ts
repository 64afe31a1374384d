import { type Attempt, isOwnMistake, NetworkError, type Sent, type Verdict } from '@fanfare/network';
import { credentialRefusal } from '../accounts/credentials/with-credential.ts';
import type { OpenWrite } from './journal.ts';
import { sendInLane } from './send-in-lane.ts';
import { sleptFor } from './stoppable.ts';
import { errorOfAbsent } from './write-errors.ts';
import type { TryResult, WriteDeps, WriteTry } from './write-run.ts';

/** Limit of sends of a write; each after the first follows a read that allowed it. */
const MAX_SENDS = 3;
/** Time to read back a write whose deadline passed, far within the lease kept after a deadline. */
const LAST_LOOK_MS = 30_000;

/**
 * Decides a public write whose answer was lost, in this or an earlier run. It reads the network,
 * and sends the same handle again only where the network says that this publishes at most once.
 * `lost` is the error of the send; null when another process made it.
 */
export async function settleDoubt<Input>(
  deps: WriteDeps,
  attempt: WriteTry<Input>,
  open: OpenWrite,
  lost: unknown,
): Promise<TryResult> {
  const { journal, policy, deadline } = attempt.run;
  const earlierErrors: unknown[] = [];
  let write = open;
  let error = lost;
  for (;;) {
    await journal.resolve(write, { state: 'unknown' });
    const verdict = await readBack(deps, attempt, write, { error, earlierErrors });
    const outcomeUnknown: TryResult = { state: 'outcome_unknown', error };
    const stopping: TryResult = { state: 'stopping', mayBeLive: true, error };
    if (verdict.state === 'live') {
      const sent = await ownPost(attempt, write, verdict);
      return sent ? { state: 'accepted', intentId: write.id, sent } : outcomeUnknown;
    }
    if (verdict.state === 'absent') {
      await journal.resolve(write, { state: 'absent' });
      return { state: 'failed', error: errorOfAbsent(verdict.error), mayBeLive: false };
    }
    if (deps.stopping.aborted) return stopping;
    if (verdict.state === 'credential_refused') return { state: 'failed', error: verdict.error, mayBeLive: true };
    if (verdict.state === 'undecided' || write.sends >= MAX_SENDS) return outcomeUnknown;

    if (!(await sleptFor(attempt.call.clock, verdict.afterMs, deadline)) || deps.stopping.aborted)
      return deps.stopping.aborted ? stopping : outcomeUnknown;
    // The handle alone is enough to send again.
    const result = await sendInLane(deps, attempt, { handle: write.handle, body: null }, () => journal.resend(write));
    if (result.state === 'lease_lost') return result;
    if (result.state === 'stopping') return stopping;
    // Nothing more is sent. An earlier send may be live.
    if (result.state !== 'answered') return outcomeUnknown;
    const { end } = result;
    write = result.write;
    if (end.ok) return { state: 'accepted', intentId: write.id, sent: end.sent };
    if (end.error instanceof NetworkError && end.error.outcome !== 'unknown' && policy.onRefusedRepeat === 'end')
      return { state: 'failed', error: end.error, mayBeLive: true };
    if (error !== null) earlierErrors.push(error);
    error = end.error;
  }
}

/** Reads the network about a write in doubt. A read that fails decides nothing. */
async function readBack<Input>(
  deps: WriteDeps,
  { run, network, call }: WriteTry<Input>,
  { handle, intendedAt, since, sends }: OpenWrite,
  errors: Pick<Attempt<Input>, 'error' | 'earlierErrors'>,
): Promise<Verdict | { readonly state: 'credential_refused'; readonly error: NetworkError }> {
  const signal = run.deadline.aborted ? AbortSignal.timeout(LAST_LOOK_MS) : call.signal;
  // Whole milliseconds, like every time that an adapter gets.
  const agoMs = Math.max(0, Math.floor(performance.now() - since));
  try {
    const attempt = { input: run.input, handle, intendedAt, agoMs, sends, ...errors };
    return await network.reconcile({ ...call, signal }, attempt);
  } catch (reason) {
    const refusal = credentialRefusal(reason);
    if (refusal) return { state: 'credential_refused', error: refusal };
    deps.log[isOwnMistake(reason) ? 'error' : 'warn']({ ...run.about, err: reason }, 'reading back a write failed');
    return { state: 'undecided' };
  }
}

/**
 * The post, if it is this write's own. One found only by its text may be of another write of the
 * account. With a handle ours is live in any case, though not known which. Otherwise null.
 */
async function ownPost<Input>(
  { run }: WriteTry<Input>,
  write: OpenWrite,
  { platformPostId, url, isOwn }: Extract<Verdict, { state: 'live' }>,
): Promise<Sent | null> {
  if (isOwn || platformPostId === null || !(await run.journal.belongsToAnother(write, platformPostId)))
    return { platformPostId, url };
  return write.handle === null ? null : { platformPostId: null, url: null };
}
