import type { Post, Target, TargetStatus } from '@fanfare/contract';
import { showPost, showTarget, type TargetFacts, targetStatus } from '@fanfare/rules';
import type { StoredPost, StoredTarget } from '../world.ts';

export const toPost = (post: StoredPost): Post =>
  showPost({
    ...post,
    createdAt: new Date(post.createdAtMs),
    publishAt: dateOrNull(post.publishAtMs),
    cancelledAt: dateOrNull(post.cancelledAtMs),
    targets: post.targets.map((target) => ({ ...factsOf(target), isStarted: target.isStarted })),
  });

/** The status that callers see. */
export const statusOf = ({ status, draft, commentStatus }: StoredTarget): TargetStatus =>
  targetStatus({ status, firstComment: draft.firstComment, commentStatus });

export const toTarget = (target: StoredTarget): Target => showTarget(factsOf(target));

const factsOf = (target: StoredTarget): TargetFacts => ({
  ...target,
  publishedAt: dateOrNull(target.publishedAtMs),
  unpublishedAt: dateOrNull(target.unpublishedAtMs),
});

export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
