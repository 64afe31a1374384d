import type { Post, Target } from '@fanfare/contract';
import { postStatus, targetStatus, toRequested } from '@fanfare/rules';
import { toPublicId } from '../ids.ts';
import { draftOf } from './draft-of.ts';
import type { PostRow } from './posts.table.ts';
import type { TargetRow } from './targets.table.ts';

export function toPost(post: PostRow, targets: readonly TargetRow[]): Post {
  return {
    id: toPublicId('post', post.id),
    status: postStatus({
      publishAt: post.publishAt,
      cancelledAt: post.cancelledAt,
      targets: targets.map((target) => ({ status: targetStatus(target), started: target.leaseToken > 0 })),
    }),
    content: post.content,
    media: post.media.map(({ type, url }) => ({ type, url })),
    createdAt: post.createdAt.toISOString(),
    publishAt: post.publishAt?.toISOString() ?? null,
    cancelledAt: post.cancelledAt?.toISOString() ?? null,
    targets: targets.map((target) => toTarget(post, target)),
  };
}

export function toTarget(post: PostRow, row: TargetRow): Target {
  return {
    id: toPublicId('tgt', row.id),
    accountId: toPublicId('acc', row.accountId),
    platform: row.platform,
    status: targetStatus(row),
    platformPostId: row.platformPostId,
    url: row.url,
    error: row.errorDetail && `${row.errorDetail.code}: ${row.errorDetail.message}`,
    errorDetail: row.errorDetail,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    commentStatus: row.commentStatus,
    commentId: row.commentId,
    commentError: row.commentError,
    warnings: [...row.warnings],
    requested: toRequested(draftOf(row, post)),
  };
}
