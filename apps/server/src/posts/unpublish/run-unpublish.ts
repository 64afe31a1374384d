import type { UnpublishDraft } from '@fanfare/network';
import { retryTransient } from '../../db/retry-transient.ts';
import { ownErrorText } from '../../process/error-text.ts';
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

const POLICY = awaitedPolicy(
  'The account was disconnected before anything was deleted. Connect it again to delete the post.',
);

const MAY_BE_GONE =
  'The network was asked to delete the post, but no answer came back: it may be gone. Send the same request again, which does no harm.';

/** The post is still live after any error except `outcome_unknown`. */
const DELETION: AwaitedWrite = {
  failedUnexpectedly: 'deleting a post failed unexpectedly',
  nothingDone: 'Nothing was deleted',
  doubt: MAY_BE_GONE,
};

const DOUBT = ownErrorText('outcome_unknown', MAY_BE_GONE);

export type RunUnpublishDeps = WriteDeps & UnpublishJournalDeps;

/** A target that this process holds, and the network's function that deletes a post. */
export type ClaimedUnpublish = {
  readonly attempt: Attempt;
  readonly accountId: string;
  /** The network's ids of everything to delete, in this order, each with its own call. */
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
      case 'outcome_unknown':
      case 'stopping':
        return settleUnsuccessful(deps, DELETION, end, { targetId }, ({ error }) =>
          settleUnpublishFailed(deps.db, attempt, error),
        );
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
    key: awaitedKey(targetId, platformPostId),
    write,
    found: foundDeletion(earlier !== null),
    input: { platformPostId },
    owner: { projectId, accountId },
    journal: unpublishJournal(deps, attempt, { platformPostId, earlier, doubt: DOUBT }),
    media: NO_MEDIA,
    deadline: awaitedDeadline(),
    policy: POLICY,
    about: { targetId },
  });
}
