import { type Call, type Clock, type NetworkAdapter, NetworkError, type Prepared, type Sent } from '@fanfare/network';
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
  const intent = await intend(deps.db, run.lease, {
    id: intentId,
    accountId: run.accountId,
    kind: 'publish',
    ordinal: 0,
    handle: prepared.handle,
    leaseSeconds: deps.leaseSeconds,
  });
  if (intent.state !== 'intended') return intent;

  for (let sends = 1; ; sends++) {
    let error: unknown;
    try {
      return { state: 'published', intentId, sent: await run.adapter.publish.send(run.call, prepared) };
    } catch (thrown) {
      error = thrown;
    }
    const { projectId } = run.lease;
    if (error instanceof NetworkError && error.outcome !== 'unknown') {
      await resolveIntent(deps.db, { projectId, id: intentId, state: error.outcome, detail: error.code });
      return { state: 'failed', error };
    }

    await resolveIntent(deps.db, { projectId, id: intentId, state: 'unknown' });
    const verdict = await run.adapter.publish
      .reconcile(run.call, { input: run.draft, handle: prepared.handle, intendedAt: intent.intendedAt, sends, error })
      .catch((reason: unknown) => {
        deps.log.warn({ targetId: run.lease.targetId, reason }, 'reading back a publish failed');
        return { state: 'undecided' } as const;
      });
    switch (verdict.state) {
      case 'live':
        return { state: 'published', intentId, sent: { platformPostId: verdict.platformPostId, url: verdict.url } };
      case 'absent':
        await resolveIntent(deps.db, { projectId, id: intentId, state: 'absent' });
        return { state: 'failed', error: asNetworkError(verdict.error) };
      case 'resend': {
        if (sends >= MAX_SENDS) return { state: 'outcome_unknown', error };
        await deps.clock.sleep(verdict.afterMs, run.call.signal);
        if (!(await recordResend(deps.db, run.lease, intentId))) return { state: 'outcome_unknown', error };
        break;
      }
      case 'undecided':
        return { state: 'outcome_unknown', error };
    }
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
