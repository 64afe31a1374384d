import type { Container } from '../meta/containers.ts';

/** One picture or video as a post shows it. */
export type MediaItem = {
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly coverUrl: string | null;
  readonly altText: string | null;
  readonly thumbOffsetMs: number | null;
};

/** What a container will become. */
export type InstagramDraft = {
  readonly product: 'FEED' | 'REELS' | 'STORY';
  readonly type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  readonly isCarouselItem: boolean;
  readonly caption: string;
  readonly isAiGenerated: boolean;
  /** False: a reel that is shown in the Reels tab alone. */
  readonly isSharedToFeed: boolean;
  readonly items: readonly MediaItem[];
};

export type InstagramContainer = Container<InstagramDraft>;

export type InstagramComment = {
  readonly id: string;
  readonly username: string;
  readonly text: string;
  readonly at: number;
  readonly replies: InstagramComment[];
};

export type InstagramMedia = {
  readonly id: string;
  readonly username: string;
  readonly shortcode: string;
  readonly draft: InstagramDraft;
  /** Of the items of a carousel. */
  readonly childIds: readonly string[];
  readonly publishedAt: number;
  readonly comments: InstagramComment[];
  /** Numbers a test gave it; the rest grow by themselves. */
  insights: Readonly<Record<string, number>>;
};

/** Published posts, oldest first. */
export type InstagramMediaBook = {
  add(media: InstagramMedia): void;
  remove(id: string): void;
  find(id: string): InstagramMedia | undefined;
  byShortcode(shortcode: string): InstagramMedia | undefined;
  of(username: string): readonly InstagramMedia[];
  all(): readonly InstagramMedia[];
  clear(): void;
};

export function createMediaBook(): InstagramMediaBook {
  const media = new Map<string, InstagramMedia>();
  const all = () => [...media.values()];
  return {
    add: (item) => void media.set(item.id, item),
    remove: (id) => void media.delete(id),
    find: (id) => media.get(id),
    byShortcode: (shortcode) => all().find((item) => item.shortcode === shortcode),
    of: (username) => all().filter((item) => item.username === username),
    all,
    clear: () => media.clear(),
  };
}

/** `/reel/…` for reels, `/stories/…` for stories, else `/p/…`. */
export function permalinkPath(media: InstagramMedia): string {
  if (media.draft.product === 'STORY') return `/stories/${media.username}/${media.id}/`;
  return `/${media.draft.product === 'REELS' ? 'reel' : 'p'}/${media.shortcode}/`;
}

export function findComment(posts: readonly InstagramMedia[], id: string): InstagramComment | undefined {
  const comments = posts.flatMap((media) => media.comments);
  return [...comments, ...comments.flatMap(({ replies }) => replies)].find((comment) => comment.id === id);
}
