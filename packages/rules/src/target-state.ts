import type { CommentStatus, TargetStatus } from '@fanfare/contract';

export type FinalTargetStatus = Exclude<TargetStatus, 'pending'>;

/** Spec 3.2: a target settles once, to `published` or `failed`, and never leaves that value. */
export function settleTarget(
  current: TargetStatus,
  outcome: FinalTargetStatus,
): { settled: boolean; status: TargetStatus } {
  return current === 'pending' ? { settled: true, status: outcome } : { settled: false, status: current };
}

/** What is stored of a target and decides its status. The stored `status` is that of the post alone: it bills the post and is final once it is set. */
export type StoredTargetState = {
  readonly status: TargetStatus;
  readonly firstComment: string | null;
  readonly commentStatus: CommentStatus;
};

/** Whether the post of a target is out while its first comment is still to come. */
export const awaitsComment = ({ status, firstComment, commentStatus }: StoredTargetState): boolean =>
  status === 'published' && firstComment !== null && commentStatus === 'none';

/** The status that callers see. A target settles once, when its post and its first comment have both ended: until then it is `pending`, also while its post is out. */
export const targetStatus = (stored: StoredTargetState): TargetStatus =>
  awaitsComment(stored) ? 'pending' : stored.status;

/** The comment status a target starts with: `unsupported` where the platform has no first comments, else `none` until it is tried. */
export function initialCommentStatus(asked: boolean, supported: boolean): CommentStatus {
  return asked && !supported ? 'unsupported' : 'none';
}
