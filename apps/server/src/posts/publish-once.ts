import {
  type Attempt,
  type Call,
  type Clock,
  type NetworkAdapter,
  NetworkError,
  type Prepared,
  type Sent,
  type Verdict,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { isPassing } from '../db/until-stored.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { Bulkheads } from './bulkheads.ts';
import type { Checkpoint } from './checkpoint.ts';
import { LeaseLost } from './lease-lost.ts';
import type { TargetStore } from './target-store.ts';
import type { Lease } from './targets.table.ts';
import type { OpenIntent, ResendOutcome } from './write-intents.table.ts';

/** A container is published at most this often under one intent; each send after the first follows a read that found it unpublished. */
const MAX_SENDS = 3;
/** A public call must begin this soon after its intent was asked for, far within the lease: a process that slept longer sends nothing. */
const MAX_START_DELAY_MS = 20_000;

export type PublishDeps = {
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

export type PublishRun = {
  readonly adapter: NetworkAdapter;
  readonly lease: Lease;
  readonly accountId: string;
  readonly draft: Draft;
  readonly call: Call;
};

export type PublishResult =
  | { readonly state: 'published'; readonly intentId: string; readonly sent: Sent }
  /** Nothing is live: the network refused, or nothing was sent. */
  | { readonly state: 'failed'; readonly error: NetworkError }
  /** It may be live, and reading could not decide. */
  | { readonly state: 'outcome_unknown'; readonly error: unknown }
  /** The credential is refused while the outcome is being read: renew it and read again. */
  | { readonly state: 'in_doubt'; readonly intent: OpenIntent; readonly error: NetworkError }
  /** This process stops; what is open stays open and is taken up from the journal. */
  | { readonly state: 'stopping' }
  | { readonly state: 'lease_lost' }
  | { readonly state: 'account_not_active' };

/**
 * One attempt at one target: prepare what nobody sees, commit the intent, make the one public call, and judge its answer. Whatever goes wrong before
 * the intent is a plain failure, since nothing was public; an exception that leaves here means that the database did not take what happened after it.
 */
export async function publishOnce(deps: PublishDeps, run: PublishRun): Promise<PublishResult> {
  let prepared: Prepared;
  try {
    prepared = await run.adapter.publish.prepare(run.call, run.draft);
  } catch (error) {
    if (error instanceof LeaseLost) return { state: 'lease_lost' };
    // The post is not to fail for it: the run ends, and whoever takes the target up goes on from the journal.
    if (isPassing(error)) throw error;
    if (deps.stopping.aborted) return { state: 'stopping' };
    return { state: 'failed', error: whileHidden(deps, run, error) };
  }
  await deps.checkpoint('C5', run.lease);

  const intentId = deps.ids.uuid();
  const write = async () => {
    const askedAt = performance.now();
    const intent = await deps.store.intend(run.lease, {
      id: intentId,
      accountId: run.accountId,
      kind: 'publish',
      ordinal: 0,
      handle: prepared.handle,
    });
    if (intent.state !== 'intended') return intent;
    const since = performance.now();
    await deps.checkpoint('C6', run.lease);
    return { ...intent, since, end: await trySend(run, prepared, askedAt) };
  };
  const begun = await deps.inAccountLane(run.accountId, write, deps.stopping);
  if (begun === null) return { state: 'stopping' };
  if (begun.state !== 'intended') return begun;
  await deps.checkpoint('C7', run.lease);

  const { end, intendedAt, since } = begun;
  if (end.ok) return { state: 'published', intentId, sent: end.sent };
  const { error } = end;
  if (error instanceof NetworkError && error.outcome !== 'unknown') {
    const { outcome, code } = error;
    await deps.store.resolveIntent(run.lease, { id: intentId, state: outcome, detail: code });
    return { state: 'failed', error };
  }
  return settleDoubt(deps, run, { id: intentId, handle: prepared.handle, intendedAt, since, sends: 1 }, error);
}

/**
 * Decides a public write whose answer was lost, in this run or in one that ended without a word: by reading, and by sending the same handle again only
 * where the network publishes a handle at most once.
 */
export async function settleDoubt(
  deps: PublishDeps,
  run: PublishRun,
  intent: OpenIntent,
  lost: unknown,
): Promise<PublishResult> {
  const prepared: Prepared = { handle: intent.handle, body: null };
  let error = lost;
  const earlierErrors: unknown[] = [];
  for (let { sends } = intent; ; sends++) {
    await deps.store.resolveIntent(run.lease, { id: intent.id, state: 'unknown' });
    const verdict = await readBack(deps, run, { ...intent, sends }, { error, earlierErrors });
    if (deps.stopping.aborted && verdict.state !== 'live' && verdict.state !== 'absent') return { state: 'stopping' };
    if (verdict.state === 'renew') return { state: 'in_doubt', intent: { ...intent, sends }, error: verdict.error };
    if (verdict.state === 'live') {
      const sent = await withOwnId(deps, run, intent, verdict);
      return sent ? { state: 'published', intentId: intent.id, sent } : { state: 'outcome_unknown', error };
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
    if (end.ok) return { state: 'published', intentId: intent.id, sent: end.sent };
    // Even a clear refusal says nothing about the sends before it: only reading does. What an earlier process heard is not known.
    if (error !== null) earlierErrors.push(error);
    error = end.error;
  }
}

/**
 * What was found by its text may be the twin that another target of the account published. A handle still tells that ours is live, only not which one it
 * is; without one nothing is known, and this gives null.
 */
async function withOwnId(
  deps: PublishDeps,
  { lease, accountId }: PublishRun,
  { handle, intendedAt }: OpenIntent,
  { platformPostId, url }: Sent,
): Promise<Sent | null> {
  if (platformPostId === null) return { platformPostId, url };
  if (!(await deps.store.isAnothersPost(lease, { accountId, platformPostId, intendedAt })))
    return { platformPostId, url };
  return handle === null ? null : { platformPostId: null, url: null };
}

type SendEnd = { readonly ok: true; readonly sent: Sent } | { readonly ok: false; readonly error: unknown };

async function trySend(run: PublishRun, prepared: Prepared, askedAt: number): Promise<SendEnd> {
  // Monotonic time goes on while a process is frozen: one that wakes up after its lease finds here that it is too late.
  const mayStart = () => performance.now() - askedAt < MAX_START_DELAY_MS;
  const call: Call = { ...run.call, http: (request) => run.call.http({ ...request, mayStart }) };
  try {
    return { ok: true, sent: await run.adapter.publish.send(call, prepared) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The same handle once more under the same intent; null when the process is to stop before the account has room. */
function resend(
  deps: PublishDeps,
  run: PublishRun,
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

/** What the network says about a write whose answer is in doubt. A read that fails decides nothing. */
async function readBack(
  deps: PublishDeps,
  run: PublishRun,
  intent: OpenIntent,
  heard: Pick<Attempt<Draft>, 'error' | 'earlierErrors'>,
): Promise<Verdict | { readonly state: 'renew'; readonly error: NetworkError }> {
  const { handle, intendedAt, since, sends } = intent;
  // Whole, as every other time an adapter is given.
  const agoMs = Math.max(0, Math.floor(performance.now() - since));
  try {
    return await run.adapter.publish.reconcile(run.call, {
      input: run.draft,
      handle,
      intendedAt,
      agoMs,
      sends,
      ...heard,
    });
  } catch (reason) {
    if (reason instanceof NetworkError && reason.code === 'credential_rejected')
      return { state: 'renew', error: reason };
    deps.log.warn({ targetId: run.lease.targetId, reason }, 'reading back a publish failed');
    return { state: 'undecided' };
  }
}

/** False when the run's deadline passed first, or the process is to stop. */
async function waited(deps: PublishDeps, run: PublishRun, ms: number): Promise<boolean> {
  try {
    await run.call.clock.sleep(ms, run.call.signal);
    return !deps.stopping.aborted;
  } catch {
    return false;
  }
}

/** Nothing was public yet, so every end is a definite failure: the network's own, a deadline that passed, or a fault of ours. */
function whileHidden(deps: PublishDeps, run: PublishRun, error: unknown): NetworkError {
  if (run.call.signal.aborted) {
    const hasVideo = run.draft.media.some((item) => item.type === 'video');
    return new NetworkError({
      code: hasVideo ? 'media_processing_timeout' : 'network_unavailable',
      outcome: 'not_sent',
      message: 'The network took too long to take the media. Nothing was published.',
    });
  }
  if (error instanceof NetworkError) return error;
  deps.log.error({ targetId: run.lease.targetId, err: error }, 'preparing a publish failed unexpectedly');
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
    message: 'The network says the post was not published.',
    cause: error,
  });
}
