import type { EventType, PostStatus, TargetStatus } from '@fanfare/contract';
import type { EventPostFacts, EventTargetFacts } from './event-facts.ts';
import { postStatus } from './post-state.ts';
import { targetStatus } from './target-state.ts';

type TargetState = Pick<EventTargetFacts, 'status' | 'hasFirstComment' | 'commentStatus'>;

/** The status of a target for callers: `pending` until its first comment has ended too. */
export const eventTargetStatus = ({ status, hasFirstComment, commentStatus }: TargetState): TargetStatus =>
  targetStatus({ status, firstComment: hasFirstComment ? '' : null, commentStatus });

type PostState = Pick<EventPostFacts, 'publishAt' | 'cancelledAt'> & {
  readonly targets: readonly (TargetState & Pick<EventTargetFacts, 'isStarted'>)[];
};

/** The status of a post as callers see it. */
export const eventPostStatus = ({ publishAt, cancelledAt, targets }: PostState): PostStatus =>
  postStatus({
    publishAt,
    cancelledAt,
    targets: targets.map((target) => ({ status: eventTargetStatus(target), started: target.isStarted })),
  });

const SETTLED: Partial<Record<PostStatus, Extract<EventType, `post.${string}`>>> = {
  published: 'post.published',
  partial: 'post.partially_published',
  failed: 'post.failed',
};

/**
 * The event of a post whose targets have all settled; null before that, and for a cancelled post,
 * which has its own.
 *
 * @example
 * settledPostEvent(post); // 'post.partially_published'
 */
export const settledPostEvent = (post: PostState): Extract<EventType, `post.${string}`> | null =>
  SETTLED[eventPostStatus(post)] ?? null;

/**
 * The events of a target once its status is final, in the order in which they are written; none
 * before.
 *
 * @example
 * targetEvents({ status: 'published', hasFirstComment: true, commentStatus: 'failed' }); // ['target.published', 'comment.failed']
 */
export function targetEvents(
  target: TargetState,
): readonly Extract<EventType, `target.${string}` | `comment.${string}`>[] {
  const status = eventTargetStatus(target);
  if (status === 'pending') return [];
  const { commentStatus } = target;
  const comment =
    commentStatus === 'published' || commentStatus === 'failed' ? ([`comment.${commentStatus}`] as const) : [];
  return [`target.${status}`, ...comment];
}
