import type { TargetErrorCode } from '@fanfare/contract';
import {
  type Attempt,
  type Call,
  type Clock,
  NetworkError,
  type Prepared,
  type PublicWrite,
  type Sent,
  type Verdict,
} from '@fanfare/network';
import { isRefusedContent } from '../db/refused-content.ts';
import { isTransient } from '../db/retry-transient.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { Bulkheads } from './bulkheads.ts';
import type { Checkpoint } from './checkpoint.ts';
import { LeaseLost } from './lease-lost.ts';
import type { TargetStore } from './target-store.ts';
import type { Lease } from './targets.table.ts';
import type { OpenIntent, ResendOutcome, WriteKind } from './write-intents.table.ts';

/** A container is published at most this often under one intent; each send after the first follows a read that found it unpublished. */
const MAX_SENDS = 3;
/** A public call must begin this soon after its intent was asked for, far within the lease: a process that slept longer sends nothing. */
const MAX_START_DELAY_MS = 20_000;

/** A write whose deadline passed while its answer was awaited is still read back; far within the time for which the lease is kept after a deadline. */
const LAST_LOOK_MS = 30_000;

export type WriteDeps = {
  readonly store: TargetStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Runs a write when its account has room: each account has only so many in flight. Null when the process is to stop first. */
  readonly inAccountLane: Bulkheads['inAccountLane'];
  readonly checkpoint: Checkpoint;
  /** Aborted when this process is to stop: waiting ends at once, writing does not. */
  readonly stopping: AbortSignal;
};

/** A public write of a target, with the code for one that was not even prepared before its deadline. */
export type Write<Input> = {
  readonly kind: WriteKind;
  readonly network: PublicWrite<Input>;
  readonly input: Input;
  readonly tooLate: TargetErrorCode;
};

export type WriteRun<Input> = {
  readonly write: Write<Input>;
  readonly lease: Lease;
  readonly accountId: string;
  readonly call: Call;
};

/** Where the chaos suite ends processes: right after everything hidden is done, the intent is stored, the network has answered. */
const CHECKPOINTS = {
  publish: { prepared: 'C5', intended: 'C6', answered: 'C7' },
  comment: { prepared: null, intended: 'C10', answered: 'C11' },
} as const;

export type WriteResult =
  | { readonly state: 'accepted'; readonly intentId: string; readonly sent: Sent }
  /** Nothing is live: the network refused, or nothing was sent. */
  | {
      readonly state: 'failed';
      readonly error: NetworkError;
      /** What was sent, where the network answered that it did not do it. */
      readonly refused?: Prepared;
    }
  /** It may be live, and reading could not decide. */
  | { readonly state: 'outcome_unknown'; readonly error: unknown }
  /** The credential is refused while the outcome is being read: renew it and read again. */
  | { readonly state: 'in_doubt'; readonly intent: OpenIntent; readonly error: NetworkError }
  /** This process stops; what is open stays open and is taken up from the journal. */
  | { readonly state: 'stopping' }
  | { readonly state: 'lease_lost' }
  | { readonly state: 'account_not_active' };

/**
 * One attempt at one write: prepare what nobody sees, commit the intent, make the one public call, and judge its answer. Whatever goes wrong before
 * the intent is a plain failure, since nothing was public; an exception that leaves here means that the database did not take what happened after it.
 */
export async function writeOnce<Input>(deps: WriteDeps, run: WriteRun<Input>): Promise<WriteResult> {
  let prepared: Prepared;
  try {
    prepared = await run.write.network.prepare(run.call, run.write.input);
  } catch (error) {
    if (error instanceof LeaseLost) return { state: 'lease_lost' };
    // The post is not to fail for it: the run ends, and whoever takes the target up goes on from the journal.
    if (isTransient(error)) throw error;
    if (deps.stopping.aborted) return { state: 'stopping' };
    return { state: 'failed', error: whileHidden(deps, run, error) };
  }
  const points = CHECKPOINTS[run.write.kind];
  if (points.prepared) await deps.checkpoint(points.prepared, run.lease);

  const intentId = deps.ids.uuid();
  const write = async () => {
    const askedAt = performance.now();
    const intent = await deps.store.intend(run.lease, {
      id: intentId,
      accountId: run.accountId,
      kind: run.write.kind,
      ordinal: 0,
      handle: prepared.handle,
    });
    if (intent.state !== 'intended') return intent;
    const since = performance.now();
    await deps.checkpoint(points.intended, run.lease);
    return { ...intent, since, end: await trySend(run, prepared, askedAt) };
  };
  let begun: Awaited<ReturnType<typeof write>> | null;
  try {
    begun = await deps.inAccountLane(run.accountId, write, deps.stopping);
  } catch (error) {
    // Only the intent is stored in there: without it nothing was sent.
    if (isRefusedContent(error)) return { state: 'failed', error: whileHidden(deps, run, error) };
    throw error;
  }
  if (begun === null) return { state: 'stopping' };
  if (begun.state !== 'intended') return begun;
  await deps.checkpoint(points.answered, run.lease);

  const { end, intendedAt, since } = begun;
  if (end.ok) return { state: 'accepted', intentId, sent: end.sent };
  const { error } = end;
  if (error instanceof NetworkError && error.outcome !== 'unknown') {
    const { outcome, code } = error;
    await deps.store.resolveIntent(run.lease, { id: intentId, state: outcome, detail: code });
    return { state: 'failed', error, ...(outcome === 'rejected' && { refused: prepared }) };
  }
  return settleDoubt(deps, run, { id: intentId, handle: prepared.handle, intendedAt, since, sends: 1 }, error);
}

/**
 * Decides a public write whose answer was lost, in this run or in one that ended without a word: by reading, and by sending the same handle again only
 * where the network publishes a handle at most once.
 */
export async function settleDoubt<Input>(
  deps: WriteDeps,
  run: WriteRun<Input>,
  intent: OpenIntent,
  lost: unknown,
): Promise<WriteResult> {
  const prepared: Prepared = { handle: intent.handle, body: null };
  let error = lost;
  const earlierErrors: unknown[] = [];
  for (let { sends } = intent; ; sends++) {
    await deps.store.resolveIntent(run.lease, { id: intent.id, state: 'unknown' });
    const verdict = await readBack(deps, withTimeToRead(run), { ...intent, sends }, { error, earlierErrors });
    if (deps.stopping.aborted && verdict.state !== 'live' && verdict.state !== 'absent') return { state: 'stopping' };
    if (verdict.state === 'renew') return { state: 'in_doubt', intent: { ...intent, sends }, error: verdict.error };
    if (verdict.state === 'live') {
      const sent = await withOwnId(deps, run, intent, verdict);
      return sent ? { state: 'accepted', intentId: intent.id, sent } : { state: 'outcome_unknown', error };
    }
    if (verdict.state === 'absent') {
      await deps.store.resolveIntent(run.lease, { id: intent.id, state: 'absent' });
      return { state: 'failed', error: asNetworkError(verdict.error) };
    }
    if (verdict.state === 'undecided' || sends >= MAX_SENDS) return { state: 'outcome_unknown', error };

    if (!(await waited(deps, run, verdict.afterMs)))
      return deps.stopping.aborted ? { state: 'stopping' } : { state: 'outcome_unknown', error };
    const end = await resend(deps, run, intent.id, prepared);
    if (end === null) return { state: 'stopping' };
    if (end === 'lease_lost') return { state: 'lease_lost' };
    // Nothing more is sent for it; what was sent before may be live.
    if (end === 'account_not_active') return { state: 'outcome_unknown', error };
    if (end.ok) return { state: 'accepted', intentId: intent.id, sent: end.sent };
    // Even a clear refusal says nothing about the sends before it: only reading does. What an earlier process heard is not known.
    if (error !== null) earlierErrors.push(error);
    error = end.error;
  }
}

/**
 * What was found by its text may be the twin that another target of the account published. A handle still tells that ours is live, only not which one it
 * is; without one nothing is known, and this gives null.
 */
async function withOwnId<Input>(
  deps: WriteDeps,
  { write, lease, accountId }: WriteRun<Input>,
  { handle, intendedAt }: OpenIntent,
  { platformPostId, url }: Sent,
): Promise<Sent | null> {
  // What stands below a post of ours was put there by its own target.
  if (platformPostId === null || write.kind === 'comment') return { platformPostId, url };
  if (!(await deps.store.isAnothersPost(lease, { accountId, platformPostId, intendedAt })))
    return { platformPostId, url };
  return handle === null ? null : { platformPostId: null, url: null };
}

type SendEnd = { readonly ok: true; readonly sent: Sent } | { readonly ok: false; readonly error: unknown };

async function trySend<Input>(run: WriteRun<Input>, prepared: Prepared, askedAt: number): Promise<SendEnd> {
  // Monotonic time goes on while a process is frozen: one that wakes up after its lease finds here that it is too late.
  const mayStart = () => performance.now() - askedAt < MAX_START_DELAY_MS;
  const call: Call = { ...run.call, http: (request) => run.call.http({ ...request, mayStart }) };
  try {
    return { ok: true, sent: await run.write.network.send(call, prepared) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The same handle once more under the same intent; null when the process is to stop before the account has room. */
function resend<Input>(
  deps: WriteDeps,
  run: WriteRun<Input>,
  intentId: string,
  prepared: Prepared,
): Promise<SendEnd | Exclude<ResendOutcome, 'opened'> | null> {
  const write = async () => {
    const askedAt = performance.now();
    const outcome = await deps.store.recordResend(run.lease, intentId);
    return outcome === 'opened' ? trySend(run, prepared, askedAt) : outcome;
  };
  return deps.inAccountLane(run.accountId, write, deps.stopping);
}

function withTimeToRead<Input>(run: WriteRun<Input>): WriteRun<Input> {
  if (!run.call.signal.aborted) return run;
  return { ...run, call: { ...run.call, signal: AbortSignal.timeout(LAST_LOOK_MS) } };
}

/** What the network says about a write whose answer is in doubt. A read that fails decides nothing. */
async function readBack<Input>(
  deps: WriteDeps,
  run: WriteRun<Input>,
  intent: OpenIntent,
  heard: Pick<Attempt<Input>, 'error' | 'earlierErrors'>,
): Promise<Verdict | { readonly state: 'renew'; readonly error: NetworkError }> {
  const { handle, intendedAt, since, sends } = intent;
  // Whole, as every other time an adapter is given.
  const agoMs = Math.max(0, Math.floor(performance.now() - since));
  try {
    return await run.write.network.reconcile(run.call, {
      input: run.write.input,
      handle,
      intendedAt,
      agoMs,
      sends,
      ...heard,
    });
  } catch (reason) {
    if (reason instanceof NetworkError && reason.code === 'credential_rejected')
      return { state: 'renew', error: reason };
    deps.log.warn({ targetId: run.lease.targetId, reason }, 'reading back a write failed');
    return { state: 'undecided' };
  }
}

/** False when the run's deadline passed first, or the process is to stop. */
async function waited<Input>(deps: WriteDeps, run: WriteRun<Input>, ms: number): Promise<boolean> {
  try {
    await run.call.clock.sleep(ms, run.call.signal);
    return !deps.stopping.aborted;
  } catch {
    return false;
  }
}

/** Nothing was public yet, so every end is a definite failure: the network's own, a deadline that passed, or a fault of ours. */
function whileHidden<Input>(deps: WriteDeps, run: WriteRun<Input>, error: unknown): NetworkError {
  if (run.call.signal.aborted) {
    return new NetworkError({
      code: run.write.tooLate,
      outcome: 'not_sent',
      message: 'The network took too long before anything could be published.',
    });
  }
  if (error instanceof NetworkError) return error;
  deps.log.error({ targetId: run.lease.targetId, err: error }, 'preparing a write failed unexpectedly');
  return new NetworkError({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service failed before anything was sent.',
    cause: error,
  });
}

function asNetworkError(error: Error): NetworkError {
  if (error instanceof NetworkError) return error;
  return new NetworkError({
    code: 'internal_error',
    outcome: 'rejected',
    message: 'The network says it was not published.',
    cause: error,
  });
}
