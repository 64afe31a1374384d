import type { CommentStatus, FollowUpStatus, Target, TargetErrorCode, TargetStatus } from '@fanfare/contract';
import type { FollowUpKind } from './follow-ups.ts';

export type FinalTargetStatus = Exclude<TargetStatus, 'pending'>;

/** Spec 3.2: a target settles once, to `published` or `failed`, and never leaves that value. */
export function settleTarget(
  current: TargetStatus,
  outcome: FinalTargetStatus,
): { settled: boolean; status: TargetStatus } {
  return current === 'pending' ? { settled: true, status: outcome } : { settled: false, status: current };
}

/** The stored facts behind a target's status. `status` is of the post alone, and final. */
export type StoredTargetState = {
  readonly status: TargetStatus;
  readonly firstComment: string | null;
  readonly commentStatus: CommentStatus;
};

/** Whether the post of a target is out while its first comment is still to come. */
export const awaitsComment = ({ status, firstComment, commentStatus }: StoredTargetState): boolean =>
  status === 'published' && firstComment !== null && commentStatus === 'none';

/** The status for callers. It is `pending` until post and first comment have both ended. */
export const targetStatus = (stored: StoredTargetState): TargetStatus =>
  awaitsComment(stored) ? 'pending' : stored.status;

/** The first status of a comment: `unsupported` without first comments, else `none`. */
export function initialCommentStatus(asked: boolean, supported: boolean): CommentStatus {
  return asked && !supported ? 'unsupported' : 'none';
}

/** The stored facts behind the result of a post that follows. */
export type StoredFollowUp = {
  readonly kind: FollowUpKind;
  readonly index: number;
  readonly status: TargetStatus;
  readonly errorDetail: Target['errorDetail'];
  readonly platformPostId: string | null;
  readonly url: string | null;
  /** Time at which a comment is due; null until its post is live. */
  readonly dueAt: Date | null;
};

/** Stored code of a post that follows and is not sent any more. Callers see `skipped`. */
export const SKIPPED = 'cancelled' satisfies TargetErrorCode;

/** The status of a post that follows, as callers see it. */
export const followUpStatus = ({
  status,
  errorDetail,
}: Pick<StoredFollowUp, 'status' | 'errorDetail'>): FollowUpStatus =>
  status === 'failed' && errorDetail?.code === SKIPPED ? 'skipped' : status;

/** Reason that a post that follows failed, as `code: message`; null unless it did. */
export const followUpError = (ended: Pick<StoredFollowUp, 'status' | 'errorDetail'>): string | null =>
  ended.errorDetail && followUpStatus(ended) === 'failed'
    ? `${ended.errorDetail.code}: ${ended.errorDetail.message}`
    : null;
