import type { PostStatus, TargetStatus } from '@fanfare/contract';

type PostFacts = {
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  /** The status for callers: `pending` until the first comment has ended too. */
  readonly targets: readonly { readonly status: TargetStatus; readonly started: boolean }[];
};

/** The status of a post, read off its targets; it is never stored. */
export function postStatus(post: PostFacts): PostStatus {
  if (post.cancelledAt) return 'cancelled';
  // A removal took its targets, of which one was published: else it is cancelled.
  if (post.targets.length === 0) return 'published';
  const pending = post.targets.filter((target) => target.status === 'pending');
  if (pending.length > 0) {
    const untouched = pending.length === post.targets.length && pending.every((target) => !target.started);
    return post.publishAt && untouched ? 'scheduled' : 'publishing';
  }
  const published = post.targets.filter((target) => target.status === 'published').length;
  if (published === 0) return 'failed';
  return published === post.targets.length ? 'published' : 'partial';
}
