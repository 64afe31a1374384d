import { toCommentError } from '@fanfare/rules';
import { type AttemptOf, attemptWrite } from './attempt-write.ts';
import { errorDetail } from './error-detail.ts';
import type { ExecutorDeps, TargetRun } from './publish-target.ts';
import type { ErrorDetail, TargetRow } from './targets.table.ts';

/** Hidden steps of a comment are numbered from here, far above those of any post. */
const FIRST_ORDINAL = 1_000;

/**
 * Posts the first comment of a published target, as carefully as the post itself: journalled, read back when its answer was lost, never sent twice. Whatever
 * becomes of it, the target stays published. Returns the row as it then stands; null when it is not this run's to write down, or is to go on elsewhere.
 */
export async function addComment(
  deps: ExecutorDeps,
  run: TargetRun,
  of: Pick<AttemptOf, 'lease' | 'journal'> & { readonly published: TargetRow; readonly deadlineMs: number },
): Promise<TargetRow | null> {
  const { published, lease } = of;
  const adapter = deps.networks.adapterOf(published.platform);
  const fail = async (error: ErrorDetail): Promise<TargetRow | null> => {
    const row = await deps.store.failComment(lease, toCommentError(error));
    if (row && error.code === 'outcome_unknown') deps.observe.unknownOutcome(published.platform);
    return row;
  };
  if (!adapter?.comment || run.draft.firstComment === null)
    throw new Error(`Target ${published.id} cannot have a first comment.`);
  if (published.platformPostId === null)
    return fail(
      errorDetail(
        'network_unavailable',
        'The network did not tell the id of the post, so nothing could be commented on.',
      ),
    );

  const input = { platformPostId: published.platformPostId, text: run.draft.firstComment };
  const end = await attemptWrite(
    deps,
    { kind: 'comment', network: adapter.comment, input, tooLate: 'network_unavailable' },
    {
      lease,
      accountId: published.accountId,
      media: run.media,
      journal: of.journal,
      deadline: AbortSignal.timeout(of.deadlineMs),
      firstOrdinal: FIRST_ORDINAL,
    },
  );
  switch (end.state) {
    case 'accepted': {
      const { intentId, sent } = end;
      const eventId = deps.ids.uuid();
      const row = await deps.store.settleComment(lease, { intentId, eventId, commentId: sent.platformPostId });
      await deps.checkpoint('C12', lease);
      return row ?? toldOtherwise(deps, published, of, sent.platformPostId);
    }
    case 'failed':
    case 'put_off':
      return fail(end.error);
    case 'stopping':
      await deps.store.handOver(lease);
      return null;
    case 'lease_lost':
      deps.observe.leaseLost(published.platform);
      return null;
  }
}

/** The comment had its end before. What the network took all the same, and the target does not tell of, is for an operator to see. */
async function toldOtherwise(
  deps: ExecutorDeps,
  published: TargetRow,
  { lease }: Pick<AttemptOf, 'lease'>,
  commentId: string | null,
): Promise<TargetRow | null> {
  const row = await deps.store.find(lease);
  const isSame = commentId === null || row?.commentId === null || row?.commentId === commentId;
  const isTold = row?.commentStatus === 'published' ? isSame : row?.commentError?.startsWith('outcome_unknown:');
  if (!isTold)
    deps.log.warn({ targetId: published.id, commentId }, 'a network took a comment that is not told of its target');
  return row;
}
