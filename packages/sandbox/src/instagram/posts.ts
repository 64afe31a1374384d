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

/** The statements that readers see below a post, such as its place. */
export function notesOf({ draft }: InstagramPost): readonly string[] {
  const { options, product } = draft;
  const { collaborators, sponsorIds, locationId, audioName } = options;
  const tagged = new Set(draft.items.flatMap(({ tags }) => tags ?? []).map(({ username }) => username));
  const sponsors = sponsorIds.length > 0 ? ` with ${sponsorIds.join(', ')}` : '';
  return [
    product === 'STORY' && 'Story',
    options.graduationStrategy !== null && `Trial reel (${options.graduationStrategy})`,
    options.isPaidPartnership && `Paid partnership${sponsors}`,
    collaborators.length > 0 && `with ${names(collaborators)}`,
    tagged.size > 0 && `Tagged: ${names([...tagged])}`,
    locationId !== null && `Place ${locationId}`,
    audioName !== null && `Audio: ${audioName}`,
  ].filter((note) => note !== false);
}

const names = (usernames: readonly string[]): string => usernames.map((name) => `@${name}`).join(', ');

/** `/reel/…` for reels, `/stories/…` for stories, else `/p/…`. */
export function permalinkPath(post: InstagramPost): string {
  if (post.draft.product === 'STORY') return `/stories/${post.username}/${post.id}/`;
  return `/${post.draft.product === 'REELS' ? 'reel' : 'p'}/${post.shortcode}/`;
}

export function findComment(posts: readonly InstagramPost[], id: string): InstagramComment | undefined {
  const comments = posts.flatMap((post) => post.comments);
  return [...comments, ...comments.flatMap(({ replies }) => replies)].find((comment) => comment.id === id);
}
