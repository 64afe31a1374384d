import { toCommentError } from '@fanfare/rules';
import { errorDetail } from './error-detail.ts';
import { makeTargetWrite, type TargetWriteRun } from './make-target-write.ts';
import type { ExecutorDeps, TargetRun } from './publish-target.ts';
import type { ErrorDetail, Lease, TargetRow } from './targets.table.ts';

type CommentRun = Pick<TargetWriteRun<unknown>, 'lease' | 'journal' | 'deadlineMs'> & { readonly published: TargetRow };

/**
 * Posts the first comment of a published target: with a journal, never twice. The target stays
 * published when the comment fails. Null when another run holds the target or continues it.
 */
export async function addComment(deps: ExecutorDeps, run: TargetRun, of: CommentRun): Promise<TargetRow | null> {
  const { published, lease, journal, deadlineMs } = of;
  const adapter = deps.networks.adapterOf(published.platform);
  const fail = async (error: ErrorDetail): Promise<TargetRow | null> => {
    const row = await deps.store.failComment(lease, toCommentError(error));
    if (row) {
      const { projectId, postId, id: targetId, platform } = row;
      const { code, networkCode } = error;
      deps.log.warn({ projectId, postId, targetId, platform, code, networkCode }, 'a first comment failed');
    }
    if (row && error.code === 'outcome_unknown') deps.observe.unknownOutcome(published.platform);
    return row;
  };
  if (!adapter?.comment || run.draft.firstComment === null)
    throw new Error(`Target ${published.id} cannot have a first comment.`);
  if (published.platformPostId === null)
    return fail(
      errorDetail(
        'network_unavailable',
        'The network did not return the id of the post, so there was nothing to comment on.',
      ),
    );

  const end = await makeTargetWrite(deps, {
    kind: 'comment',
    write: adapter.comment,
    input: { platformPostId: published.platformPostId, text: run.draft.firstComment },
    tooLate: 'network_unavailable',
    accountId: published.accountId,
    media: run.media,
    lease,
    journal,
    deadlineMs,
  });
  switch (end.state) {
    case 'accepted': {
      const { intentId, sent } = end;
      const eventId = deps.ids.uuid();
      const row = await deps.store.settleComment(lease, { intentId, eventId, commentId: sent.platformPostId });
      await deps.checkpoint('C12', lease);
      return row ?? alreadySettled(deps, lease, sent.platformPostId);
    }
    case 'failed':
      return fail(end.error);
    case 'stopping':
      await deps.store.handOver(lease);
      return null;
    case 'lease_lost':
      deps.observe.leaseLost(published.platform);
      return null;
  }
}

/** Returns the settled row. Logs an accepted comment that the target does not show. */
async function alreadySettled(deps: ExecutorDeps, lease: Lease, commentId: string | null): Promise<TargetRow | null> {
  const row = await deps.store.find(lease);
  const isSame = commentId === null || row?.commentId === null || row?.commentId === commentId;
  const isShown = row?.commentStatus === 'published' ? isSame : row?.commentError?.startsWith('outcome_unknown:');
  if (!isShown)
    deps.log.warn(
      { targetId: lease.targetId, commentId },
      'a network accepted a comment that its target does not show',
    );
  return row;
}
