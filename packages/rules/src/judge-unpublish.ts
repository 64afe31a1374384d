import type { TargetErrorCode, TargetStatus, TargetUnpublish } from '@fanfare/contract';
import type { ContentRules } from './content-rules.ts';
import type { FollowUpKind } from './follow-ups.ts';

/** The values of a target that decide whether its network is called. */
type Target = {
  /** The status for callers, as `targetStatus` reads it. */
  readonly status: TargetStatus;
  readonly errorCode: TargetErrorCode | null;
  readonly platformPostId: string | null;
  readonly unpublishedAt: Date | null;
  /** The posts of its chain and comments after the first post; none when absent. */
  readonly followUps?: readonly FollowUpFacts[];
};

type FollowUpFacts = {
  readonly kind: FollowUpKind;
  readonly status: TargetStatus;
  readonly platformPostId: string | null;
};

type Platform = Pick<ContentRules, 'limits' | 'withoutUnpublish'>;

type End = Pick<TargetUnpublish, 'status' | 'error' | 'unpublishedAt'>;

/**
 * The outcome of `POST /posts/:id/unpublish` for a target whose network is not called: it is
 * removed already, or there is nothing that can be removed. Null for a post that can be deleted.
 *
 * @example
 * judgeUnpublish(failedTarget, xRules); // { status: 'not_published', error: 'This target failed: …', unpublishedAt: null }
 */
export function judgeUnpublish(target: Target, rules: Platform | undefined): End | null {
  const end = (status: End['status'], error: string): End => ({ status, error, unpublishedAt: null });
  if (target.unpublishedAt !== null)
    return { status: 'unpublished', error: null, unpublishedAt: target.unpublishedAt.toISOString() };
  const rest = restOf(target);
  if (target.status === 'pending' || rest.some(({ status }) => status === 'pending'))
    return end('not_published', 'This target has not settled yet. Send the request again once it has.');
  if (target.status === 'failed') return end('not_published', NOTHING_TO_REMOVE[doubt(target)]);
  if (!rules?.limits.supports.unpublish)
    return end('unsupported', rules?.withoutUnpublish ?? 'This platform has no call that deletes a post.');
  if (postsToDelete(target) === null)
    return end(
      'failed',
      'content_rejected: The network did not return the id of a post when it was published. Delete it there.',
    );
  return null;
}

const restOf = ({ followUps = [] }: Pick<Target, 'followUps'>): readonly FollowUpFacts[] =>
  followUps.filter(({ kind }) => kind === 'thread');

/**
 * The network's ids of the posts of a target, in the order in which they are deleted: of a chain
 * the last first, so that none is gone before its answers. Null where one is not known.
 */
export function postsToDelete(target: Pick<Target, 'platformPostId' | 'followUps'>): readonly string[] | null {
  const rest = restOf(target).filter(({ status }) => status === 'published');
  const ids = [target, ...rest].map(({ platformPostId }) => platformPostId).toReversed();
  return ids.some((id) => id === null) ? null : ids.filter((id) => id !== null);
}

const doubt = ({ errorCode }: Target): keyof typeof NOTHING_TO_REMOVE =>
  errorCode === 'outcome_unknown' ? 'unknown' : 'failed';

const NOTHING_TO_REMOVE = {
  failed: 'This target failed: nothing of it was published.',
  unknown: 'It is not known whether this target was published. Look at the network, and delete the post there.',
};
