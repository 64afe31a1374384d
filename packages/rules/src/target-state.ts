import type { CommentStatus, TargetStatus } from '@fanfare/contract';

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
