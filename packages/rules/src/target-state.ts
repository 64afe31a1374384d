import type { CommentStatus, TargetStatus } from '@fanfare/contract';

export type FinalTargetStatus = Exclude<TargetStatus, 'pending'>;

/** Spec 3.2: a target settles once, to `published` or `failed`, and never leaves that value. */
export function settleTarget(
  current: TargetStatus,
  outcome: FinalTargetStatus,
): { settled: boolean; status: TargetStatus } {
  return current === 'pending' ? { settled: true, status: outcome } : { settled: false, status: current };
}

/** The comment status a target starts with: `unsupported` where the platform has no first comments, else `none` until it is tried. */
export function initialCommentStatus(asked: boolean, supported: boolean): CommentStatus {
  return asked && !supported ? 'unsupported' : 'none';
}
