import type { Post, Target, TargetStatus } from '@fanfare/contract';
import { postStatus, targetStatus, toRequested } from '@fanfare/rules';
import { iso, isoOrNull } from '../mock-state.ts';
import type { StoredPost, StoredTarget } from '../world.ts';

export function toPost(post: StoredPost): Post {
  const { id, content, media, createdAtMs, publishAtMs, cancelledAtMs, targets } = post;
  return {
    id,
    status: postStatus({
      publishAt: dateOrNull(publishAtMs),
      cancelledAt: dateOrNull(cancelledAtMs),
      targets: targets.map((target) => ({ status: statusOf(target), started: target.isStarted })),
    }),
    content,
    media: media.map(({ type, url }) => ({ type, url })),
    createdAt: iso(createdAtMs),
    publishAt: isoOrNull(publishAtMs),
    cancelledAt: isoOrNull(cancelledAtMs),
    targets: targets.map(toTarget),
  };
}

/** The status that callers see. */
export const statusOf = ({ status, draft, commentStatus }: StoredTarget): TargetStatus =>
  targetStatus({ status, firstComment: draft.firstComment, commentStatus });

export function toTarget(target: StoredTarget): Target {
  const { id, accountId, platform, platformPostId, url, errorDetail, publishedAtMs } = target;
  const { commentStatus, commentId, commentError, warnings } = target;
  return {
    id,
    accountId,
    platform,
    status: statusOf(target),
    platformPostId,
    url,
    error: errorDetail && `${errorDetail.code}: ${errorDetail.message}`,
    errorDetail,
    publishedAt: isoOrNull(publishedAtMs),
    commentStatus,
    commentId,
    commentError,
    warnings: [...warnings],
    requested: toRequested(target.draft),
  };
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
