import type { MetaDraft, MetaPost } from '../meta/posts.ts';
import type { ThreadsExtras } from './extras.ts';
import type { ThreadsPoll } from './poll.ts';

export type ThreadsDraft = MetaDraft & {
  readonly type: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  /** The post it replies to. */
  readonly replyTo: string | null;
  /** The post that it quotes. */
  readonly quotes: string | null;
  readonly topic: string | null;
  readonly link: string | null;
  readonly poll: ThreadsPoll | null;
  readonly extras: ThreadsExtras;
  /** As in `reply_control`. */
  readonly replyControl: string;
};

/** A post, a reply or a repost. */
export type ThreadsPost = MetaPost<ThreadsDraft> & {
  /** The post that it reposts. */
  readonly repostOf: string | null;
};

/** Replies to a post and replies to those, oldest first. */
export function repliesTo(posts: readonly ThreadsPost[], id: string): readonly ThreadsPost[] {
  const parents = new Map(posts.map((post) => [post.id, post.draft.replyTo]));
  function isBelow(parentId: string | null | undefined): boolean {
    return parentId === id || (typeof parentId === 'string' && isBelow(parents.get(parentId)));
  }
  return posts.filter(({ draft }) => isBelow(draft.replyTo));
}

export function repostsOf(posts: readonly ThreadsPost[], id: string): readonly ThreadsPost[] {
  return posts.filter((post) => post.repostOf === id);
}

export function permalinkPath({ username, shortcode }: ThreadsPost): string {
  return `/@${username}/post/${shortcode}`;
}
