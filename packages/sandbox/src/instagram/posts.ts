import type { MetaDraft, MetaPost } from '../meta/posts.ts';
import type { PostOptions } from './post-options.ts';

export type InstagramDraft = MetaDraft & {
  readonly product: 'FEED' | 'REELS' | 'STORY';
  readonly type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  readonly isAiGenerated: boolean;
  /** False: a reel that is shown only in the Reels tab. */
  readonly isSharedToFeed: boolean;
  readonly options: PostOptions;
};

export type InstagramComment = {
  readonly id: string;
  readonly username: string;
  readonly text: string;
  readonly at: number;
  readonly replies: InstagramComment[];
};

export type InstagramPost = MetaPost<InstagramDraft> & { readonly comments: InstagramComment[] };

/** `/reel/…` for reels, `/stories/…` for stories, else `/p/…`. */
export function permalinkPath(post: InstagramPost): string {
  if (post.draft.product === 'STORY') return `/stories/${post.username}/${post.id}/`;
  return `/${post.draft.product === 'REELS' ? 'reel' : 'p'}/${post.shortcode}/`;
}

export function findComment(posts: readonly InstagramPost[], id: string): InstagramComment | undefined {
  const comments = posts.flatMap((post) => post.comments);
  return [...comments, ...comments.flatMap(({ replies }) => replies)].find((comment) => comment.id === id);
}
