import type { FollowUpCommentResult, MediaItem, Post, Target, TargetWarning, ThreadResult } from '@fanfare/contract';
import { type Draft, toRequested } from './draft.ts';
import type { FollowUpKind } from './follow-ups.ts';
import { postStatus } from './post-state.ts';
import { followUpError, followUpStatus, type StoredFollowUp, targetStatus } from './target-state.ts';

type SameAsShown =
  | 'id'
  | 'accountId'
  | 'platform'
  | 'platformPostId'
  | 'url'
  | 'errorDetail'
  | 'commentStatus'
  | 'commentId'
  | 'commentError'
  | 'unpublishError';

/** The stored values of a target. */
export type TargetFacts = Pick<Target, SameAsShown> & {
  /** The status of the post alone, as `targetStatus` reads it. */
  readonly status: Target['status'];
  readonly draft: Draft;
  readonly publishedAt: Date | null;
  readonly unpublishedAt: Date | null;
  readonly warnings: readonly TargetWarning[];
  /** The posts that follow; absent without any. */
  readonly followUps?: readonly StoredFollowUp[];
};

type PostFacts = {
  readonly id: string;
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly createdAt: Date;
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  /** `isStarted`: a run has begun to publish it. */
  readonly targets: readonly (TargetFacts & { readonly isStarted: boolean })[];
};

/** A post as callers see it. */
export function showPost({ id, content, media, createdAt, publishAt, cancelledAt, targets }: PostFacts): Post {
  const shown = targets.map(showTarget);
  return {
    id,
    status: postStatus({
      publishAt,
      cancelledAt,
      targets: targets.map(({ isStarted }, i) => ({ status: shown[i]!.status, started: isStarted })),
    }),
    content,
    media: media.map(({ type, url }) => ({ type, url })),
    createdAt: createdAt.toISOString(),
    publishAt: publishAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    targets: shown,
  };
}

/** A target as callers see it: `pending` until its first comment has ended as well. */
export function showTarget(target: TargetFacts): Target {
  const { id, accountId, platform, status, platformPostId, url, errorDetail, publishedAt, draft } = target;
  const { commentStatus, commentId, commentError, unpublishedAt, unpublishError, warnings } = target;
  return {
    id,
    accountId,
    platform,
    status: targetStatus({ status, firstComment: draft.firstComment, commentStatus }),
    platformPostId,
    url,
    error: errorDetail && `${errorDetail.code}: ${errorDetail.message}`,
    errorDetail,
    publishedAt: publishedAt?.toISOString() ?? null,
    commentStatus,
    commentId,
    commentError,
    unpublishedAt: unpublishedAt?.toISOString() ?? null,
    unpublishError,
    warnings: [...warnings],
    ...showFollowUps(target),
    requested: toRequested(draft),
  };
}

/** The results of a chain and of further comments, in their order. */
function showFollowUps(target: TargetFacts): Pick<Target, 'thread' | 'firstComments'> {
  const of = (kind: FollowUpKind) =>
    (target.followUps ?? []).filter((one) => one.kind === kind).toSorted((a, b) => a.index - b.index);
  const [rest, comments] = [of('thread'), of('comment')];
  return {
    ...(rest.length > 0 && { thread: [target, ...rest].map(showThreadPost) }),
    ...(comments.length > 0 && { firstComments: comments.map(showComment) }),
  };
}

type Ended = Pick<StoredFollowUp, 'status' | 'errorDetail'>;

const showThreadPost = (post: Ended & Pick<StoredFollowUp, 'platformPostId' | 'url'>): ThreadResult => ({
  ...{ status: followUpStatus(post), platformPostId: post.platformPostId, url: post.url, error: followUpError(post) },
});

const showComment = (comment: StoredFollowUp): FollowUpCommentResult => ({
  ...{ status: followUpStatus(comment), commentId: comment.platformPostId, error: followUpError(comment) },
  dueAt: comment.dueAt?.toISOString() ?? null,
});
