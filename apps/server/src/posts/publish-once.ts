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
import type { Database } from '../db/database.ts';
import type { Ids } from '../ids.ts';
import type { Logger } from '../log.ts';
import { LeaseLost } from './lease-lost.ts';
import type { Lease } from './targets.table.ts';
import { intend, recordResend, resolveIntent } from './write-intents.table.ts';

/** A container is published at most this often under one intent; each send after the first follows a read that found it unpublished. */
const MAX_SENDS = 3;

export type PublishDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly leaseSeconds: number;
  /** Runs a write when its account has room: each account has only so many in flight. */
  readonly inAccountLane: <T>(accountId: string, write: () => Promise<T>) => Promise<T>;
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
    return { state: 'failed', error: whileHidden(deps, run, error) };
  }

  const intentId = deps.ids.uuid();
  const { projectId } = run.lease;
  const begun = await deps.inAccountLane(run.accountId, async () => {
    const intent = await intend(deps.db, run.lease, {
      id: intentId,
      accountId: run.accountId,
      kind: 'publish',
      ordinal: 0,
      handle: prepared.handle,
      leaseSeconds: deps.leaseSeconds,
    });
    return intent.state === 'intended' ? { ...intent, end: await trySend(run, prepared) } : intent;
  });
  if (begun.state !== 'intended') return begun;

  let { end } = begun;
  for (let sends = 1; ; sends++) {
    if (end.ok) return { state: 'published', intentId, sent: end.sent };
    const { error } = end;
    // After a resend even a clear refusal says nothing about the sends before it: only reading does.
    if (sends === 1 && error instanceof NetworkError && error.outcome !== 'unknown') {
      await resolveIntent(deps.db, { projectId, id: intentId, state: error.outcome, detail: error.code });
      return { state: 'failed', error };
    }

    await resolveIntent(deps.db, { projectId, id: intentId, state: 'unknown' });
    const verdict = await readBack(deps, run, { handle: prepared.handle, intendedAt: begun.intendedAt, sends, error });
    if (verdict.state === 'live') {
      return { state: 'published', intentId, sent: { platformPostId: verdict.platformPostId, url: verdict.url } };
    }
    if (verdict.state === 'absent') {
      await resolveIntent(deps.db, { projectId, id: intentId, state: 'absent' });
      return { state: 'failed', error: asNetworkError(verdict.error) };
    }
    const again = verdict.state === 'resend' && sends < MAX_SENDS && (await waited(deps, run, verdict.afterMs));
    const resent = again ? await resend(deps, run, intentId, prepared) : null;
    if (!resent) return { state: 'outcome_unknown', error };
    end = resent;
  }
}

type SendEnd = { readonly ok: true; readonly sent: Sent } | { readonly ok: false; readonly error: unknown };

async function trySend(run: PublishRun, prepared: Prepared): Promise<SendEnd> {
  try {
    return { ok: true, sent: await run.adapter.publish.send(run.call, prepared) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The same handle once more under the same intent, or null when another run has taken the target over. */
function resend(deps: PublishDeps, run: PublishRun, intentId: string, prepared: Prepared): Promise<SendEnd | null> {
  return deps.inAccountLane(run.accountId, async () =>
    (await recordResend(deps.db, run.lease, intentId)) ? trySend(run, prepared) : null,
  );
}

/** What the network says about a write whose answer is in doubt. A read that fails decides nothing. */
async function readBack(deps: PublishDeps, run: PublishRun, attempt: Omit<Attempt<Draft>, 'input'>): Promise<Verdict> {
  try {
    return await run.adapter.publish.reconcile(run.call, { input: run.draft, ...attempt });
  } catch (reason) {
    deps.log.warn({ targetId: run.lease.targetId, reason }, 'reading back a publish failed');
    return { state: 'undecided' };
  }
}

/** False when the run's deadline passed first. */
async function waited(deps: PublishDeps, run: PublishRun, ms: number): Promise<boolean> {
  try {
    await deps.clock.sleep(ms, run.call.signal);
    return true;
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
