import type { RepostDraft, Sent } from '@fanfare/network';
import { orWithout } from '../../db/refused-content.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import { ownErrorText } from '../../process/error-text.ts';
import type { Ids } from '../../process/ids.ts';
import {
  type AwaitedWrite,
  awaitedDeadline,
  awaitedKey,
  awaitedPolicy,
  NO_MEDIA,
  settleUnsuccessful,
} from '../../writes/awaited-write.ts';
import { makeWrite, type WriteEnd } from '../../writes/make-write.ts';
import type { SealedWrite } from '../../writes/seal-adapter.ts';
import type { WriteDeps } from '../../writes/write-run.ts';
import { foundRepost, type RepostJournalDeps, repostJournal } from './repost-journal.ts';
import { type Attempt, findReposts, type RepostRow, settleReposted, settleRepostFailed } from './reposts.table.ts';

const POLICY = awaitedPolicy('The account was disconnected before anything was sent. Connect it again to repost.');

const MAY_BE_LIVE =
  'The network was asked to repost, but no answer came back: the repost may be live. Send the same request again: the repost is made once and billed once.';

/** Nothing is live after any error except `outcome_unknown`. */
const REPOST: AwaitedWrite = {
  failedUnexpectedly: 'a repost failed unexpectedly',
  nothingDone: 'Nothing was sent',
  doubt: MAY_BE_LIVE,
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
    key: awaitedKey(accountId, platformPostId),
    write,
    found,
    input: { platformPostId },
    owner: { projectId, accountId },
    journal: repostJournal(deps, attempt, found),
    media: NO_MEDIA,
    deadline: awaitedDeadline(),
    policy: POLICY,
    about: { accountId },
  });
  const settled = await settle(deps, attempt, end);
  if (settled) return settled;
  const [row] = await retryTransient(() => findReposts(deps.db, projectId, [attempt]));
  return row ?? null;
}

function settle(deps: RunRepostDeps, attempt: Attempt, end: WriteEnd): Promise<RepostRow | null> | null {
  switch (end.state) {
    case 'accepted':
      return settleMade(deps, attempt, end.sent);
    // Another attempt holds it, and settles it.
    case 'lease_lost':
      return null;
    case 'failed':
    case 'outcome_unknown':
    case 'stopping':
      return settleUnsuccessful(deps, REPOST, end, { accountId: attempt.accountId }, (failure) =>
        settleRepostFailed(deps.db, attempt, failure),
      );
  }
}

function settleMade(deps: RunRepostDeps, attempt: Attempt, { platformPostId: id }: Sent): Promise<RepostRow | null> {
  const eventId = deps.ids.uuid();
  const settle = (platformRepostId: string | null) =>
    retryTransient(() => settleReposted(deps.db, attempt, { eventId, platformRepostId }));
  return orWithout(settle(id), () => settle(null));
}

/** Errors by which the sweep ends attempts whose process is gone. */
export const SWEPT_REPOST_ERRORS = {
  doubt: ownErrorText('outcome_unknown', MAY_BE_LIVE),
  lost: ownErrorText(
    'worker_lost',
    'The server that was reposting stopped before anything was sent. Send the request again.',
  ),
};
