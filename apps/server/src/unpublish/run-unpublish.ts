import { createHash } from 'node:crypto';
import { NetworkError, type UnpublishDraft } from '@fanfare/network';
import { orWithout } from '../db/refused-content.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { errorText, ownErrorText } from '../publishing/error-text.ts';
import { makeWrite, type WriteEnd } from '../writes/make-write.ts';
import type { SealedWrite } from '../writes/seal-adapter.ts';
import type { WriteDeps, WritePolicy } from '../writes/write-run.ts';
import { foundDeletion, type UnpublishJournalDeps, unpublishJournal } from './unpublish-journal.ts';
import {
  type Attempt,
  type Deletion,
  findDeletions,
  findUnpublishes,
  resolveDeletion,
  settleUnpublished,
  settleUnpublishFailed,
  type UnpublishRow,
} from './unpublishes.table.ts';

/** Time limit of a network for one deletion; its caller waits. */
const BUDGET_MS = 30_000;

/** Policy without waits: networks ask for minutes, and callers can repeat the request. */
const POLICY: WritePolicy = {
  maxTries: 1,
  maxWaitMs: 0,
  maxProcessingMs: 0,
  maxLaneMs: 15_000,
  onRefusedRepeat: 'end',
  tooLate: 'network_unavailable',
  disconnected: 'The account was disconnected before anything was deleted. Connect it again to delete the post.',
};

export type RunUnpublishDeps = WriteDeps & UnpublishJournalDeps;

/** A target that this process holds, and the network's function that deletes a post. */
export type ClaimedUnpublish = {
  readonly attempt: Attempt;
  readonly accountId: string;
  /** The network's ids of everything to delete, in this order, each with a call of its own. */
  readonly platformPostIds: readonly string[];
  readonly write: SealedWrite<UnpublishDraft>;
};

/**
 * Deletes what a claimed target published, and returns its row: removed, or failed. What an earlier
 * attempt deleted is not deleted again. Null when the target was removed with its account. Throws
 * only when our own database cannot be reached: a repeated request then goes on from the journal.
 */
export async function runUnpublish(deps: RunUnpublishDeps, claimed: ClaimedUnpublish): Promise<UnpublishRow | null> {
  const { attempt } = claimed;
  const { projectId, targetId } = attempt;
  await deps.checkpoint('claimed', attempt);
  const settled = await deleteAll(deps, claimed);
  if (settled) return settled;
  const [row] = await retryTransient(() => findUnpublishes(deps.db, projectId, [targetId]));
  return row ?? null;
}

async function deleteAll(deps: RunUnpublishDeps, claimed: ClaimedUnpublish): Promise<UnpublishRow | null> {
  const { attempt, platformPostIds } = claimed;
  const { projectId, targetId } = attempt;
  const deletions = await retryTransient(() => findDeletions(deps.db, projectId, targetId));
  for (const platformPostId of platformPostIds) {
    const earlier = deletions.filter((deletion) => deletion.platformPostId === platformPostId);
    if (earlier.some(({ state }) => state === 'deleted')) continue;
    const end = await deleteOne(deps, claimed, platformPostId, earlier[0] ?? null);
    switch (end.state) {
      case 'accepted': {
        const { intentId: id } = end;
        await retryTransient(() => resolveDeletion(deps.db, attempt, { id, state: 'accepted', detail: null }));
        await deps.checkpoint('deleted', attempt);
        break;
      }
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
  return retryTransient(() => settleUnpublished(deps.db, attempt));
}

function deleteOne(
  deps: RunUnpublishDeps,
  { attempt, accountId, write }: ClaimedUnpublish,
  platformPostId: string,
  earlier: Deletion | null,
): Promise<WriteEnd> {
  const { projectId, targetId } = attempt;
  return makeWrite(deps, {
    key: createHash('sha256').update(`${targetId} ${platformPostId}`).digest('hex').slice(0, 32),
    write,
    found: foundDeletion(earlier !== null),
    input: { platformPostId },
    owner: { projectId, accountId },
    journal: unpublishJournal(deps, attempt, { platformPostId, earlier, doubt: DOUBT }),
    media: NO_MEDIA,
    deadline: AbortSignal.timeout(BUDGET_MS),
    policy: POLICY,
    about: { targetId },
  });
}

const NO_MEDIA = { open: () => Promise.reject(new Error('A deletion has no media.')) };

/** The post is still live after any error except `outcome_unknown`. */
function settleFailed(
  deps: RunUnpublishDeps,
  attempt: Attempt,
  reason: unknown,
  inDoubt: boolean,
): Promise<UnpublishRow | null> {
  const error = reason instanceof NetworkError ? reason : unexpected(deps, attempt, reason);
  const text = inDoubt ? mayBeGone(error) : errorText(error);
  const settle = (stored: string) => retryTransient(() => settleUnpublishFailed(deps.db, attempt, stored));
  return orWithout(settle(text), () => settle(ownErrorText(inDoubt ? 'outcome_unknown' : error.code)));
}

function unexpected({ log }: RunUnpublishDeps, { targetId }: Attempt, error: unknown): NetworkError {
  log.error({ targetId, err: error }, 'deleting a post failed unexpectedly');
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
    message: 'The service is stopping. Nothing was deleted; send the request again.',
  });

const MAY_BE_GONE =
  'The network was asked to delete the post, but no answer came back: it may be gone. Send the same request again, which does no harm.';

const DOUBT = ownErrorText('outcome_unknown', MAY_BE_GONE);

const mayBeGone = ({ facts }: NetworkError): string =>
  ownErrorText('outcome_unknown', `${MAY_BE_GONE} The last error: ${facts.message}`);
