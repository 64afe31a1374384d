import { createHash } from 'node:crypto';
import { NetworkError, type RepostDraft, type Sent } from '@fanfare/network';
import { orWithout } from '../db/refused-content.ts';
import { retryTransient } from '../db/retry-transient.ts';
import type { Ids } from '../process/ids.ts';
import { errorText, ownErrorText } from '../publishing/error-text.ts';
import { makeWrite, type WriteEnd } from '../writes/make-write.ts';
import type { SealedWrite } from '../writes/seal-adapter.ts';
import type { WriteDeps, WritePolicy } from '../writes/write-run.ts';
import { foundRepost, type RepostJournalDeps, repostJournal } from './repost-journal.ts';
import { type Attempt, findReposts, type RepostRow, settleReposted, settleRepostFailed } from './reposts.table.ts';

/** Time limit of a network for one repost; its caller waits. */
const BUDGET_MS = 30_000;

/** Policy without waits: networks ask for minutes, and callers can repeat the request. */
const POLICY: WritePolicy = {
  maxTries: 1,
  maxWaitMs: 0,
  maxProcessingMs: 0,
  maxLaneMs: 15_000,
  onRefusedRepeat: 'end',
  tooLate: 'network_unavailable',
  disconnected: 'The account was disconnected before anything was sent. Connect it again to repost.',
};

export type RunRepostDeps = WriteDeps & RepostJournalDeps & { readonly ids: Ids };

/** A repost that this process holds, and the network's function that makes it. */
export type ClaimedRepost = {
  readonly attempt: Attempt;
  readonly write: SealedWrite<RepostDraft>;
  /** An earlier attempt ended with an unknown outcome. */
  readonly inDoubt: boolean;
};

/**
 * Runs a claimed repost to its end and returns its row: reposted and billed, or failed and
 * released. Null when it was removed with its account. Throws only when our own database cannot be
 * reached: the sweep then releases the units, and a repeated request finishes a send in doubt.
 */
export async function runRepost(deps: RunRepostDeps, repost: ClaimedRepost): Promise<RepostRow | null> {
  const { attempt, write, inDoubt } = repost;
  const { projectId, accountId, platformPostId } = attempt;
  await deps.checkpoint('claimed', attempt);
  const found = foundRepost(inDoubt);
  const end = await makeWrite(deps, {
    key: createHash('sha256').update(`${accountId} ${platformPostId}`).digest('hex').slice(0, 32),
    write,
    found,
    input: { platformPostId },
    owner: { projectId, accountId },
    journal: repostJournal(deps, attempt, found),
    media: NO_MEDIA,
    deadline: AbortSignal.timeout(BUDGET_MS),
    policy: POLICY,
    about: { accountId },
  });
  const settled = await settle(deps, attempt, end);
  if (settled) return settled;
  const [row] = await retryTransient(() => findReposts(deps.db, projectId, [attempt]));
  return row ?? null;
}

const NO_MEDIA = { open: () => Promise.reject(new Error('A repost has no media.')) };

function settle(deps: RunRepostDeps, attempt: Attempt, end: WriteEnd): Promise<RepostRow | null> | null {
  switch (end.state) {
    case 'accepted':
      return settleMade(deps, attempt, end.sent);
    // Another attempt holds it, and settles it.
    case 'lease_lost':
      return null;
    case 'failed':
      return settleFailed(deps, attempt, end.error, false);
    case 'outcome_unknown':
      return settleFailed(deps, attempt, end.error, true);
    case 'stopping':
      return settleFailed(deps, attempt, end.error ?? stopping(), end.mayBeLive);
  }
}

function settleMade(deps: RunRepostDeps, attempt: Attempt, { platformPostId: id }: Sent): Promise<RepostRow | null> {
  const eventId = deps.ids.uuid();
  const settle = (platformRepostId: string | null) =>
    retryTransient(() => settleReposted(deps.db, attempt, { eventId, platformRepostId }));
  return orWithout(settle(id), () => settle(null));
}

/** Nothing is live after any error except `outcome_unknown`. */
function settleFailed(
  deps: RunRepostDeps,
  attempt: Attempt,
  reason: unknown,
  inDoubt: boolean,
): Promise<RepostRow | null> {
  const error = reason instanceof NetworkError ? reason : unexpected(deps, attempt, reason);
  const text = inDoubt ? mayBeLive(error) : errorText(error);
  const settle = (error: string) => retryTransient(() => settleRepostFailed(deps.db, attempt, { error, inDoubt }));
  return orWithout(settle(text), () => settle(ownErrorText(inDoubt ? 'outcome_unknown' : error.code)));
}

function unexpected({ log }: RunRepostDeps, { accountId }: Attempt, error: unknown): NetworkError {
  log.error({ accountId, err: error }, 'a repost failed unexpectedly');
  return new NetworkError({
    code: 'internal_error',
    outcome: 'unknown',
    message: 'The service failed unexpectedly. Send the request again.',
    cause: error,
  });
}

const stopping = (): NetworkError =>
  new NetworkError({
    code: 'worker_lost',
    outcome: 'not_sent',
    message: 'The service is stopping. Nothing was sent; send the request again.',
  });

const mayBeLive = ({ facts }: NetworkError): string =>
  ownErrorText('outcome_unknown', `${MAY_BE_LIVE} The last error: ${facts.message}`);

const MAY_BE_LIVE =
  'The network was asked to repost, but no answer came back: the repost may be live. Send the same request again: the repost is made once and billed once.';

/** Errors by which the sweep ends attempts whose process is gone. */
export const SWEPT_REPOST_ERRORS = {
  doubt: ownErrorText('outcome_unknown', MAY_BE_LIVE),
  lost: ownErrorText(
    'worker_lost',
    'The server that was reposting stopped before anything was sent. Send the request again.',
  ),
};
