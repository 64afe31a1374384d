import type { Container } from '../meta/containers.ts';

export type MediaItem = {
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly coverUrl: null;
  readonly altText: string | null;
  readonly thumbOffsetMs: null;
};

export type ThreadsDraft = {
  readonly type: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  readonly isCarouselItem: boolean;
  readonly text: string;
  readonly items: readonly MediaItem[];
  /** The post it answers. */
  readonly replyTo: string | null;
  readonly topic: string | null;
  readonly link: string | null;
};

export type ThreadsContainer = Container<ThreadsDraft>;

export type ThreadsPost = {
  readonly id: string;
  readonly username: string;
  readonly shortcode: string;
  readonly draft: ThreadsDraft;
  /** Of the items of a carousel. */
  readonly childIds: readonly string[];
  /** The post it only points at. */
  readonly repostOf: string | null;
  readonly publishedAt: number;
  /** Numbers a test gave it; the rest grow by themselves. */
  insights: Readonly<Record<string, number>>;
};

/** Published posts, replies and reposts, oldest first. */
export type ThreadsPostBook = {
  add(post: ThreadsPost): void;
  remove(id: string): void;
  find(id: string): ThreadsPost | undefined;
  byShortcode(shortcode: string): ThreadsPost | undefined;
  all(): readonly ThreadsPost[];
  /** Answers to a post and answers to those, oldest first. */
  repliesTo(id: string): readonly ThreadsPost[];
  repostsOf(id: string): readonly ThreadsPost[];
  clear(): void;
};

export function createPostBook(): ThreadsPostBook {
  const posts = new Map<string, ThreadsPost>();
  const all = () => [...posts.values()];
  function isBelow(post: ThreadsPost, rootId: string): boolean {
    const parentId = post.draft.replyTo;
    if (parentId === null) return false;
    const parent = posts.get(parentId);
    return parentId === rootId || (parent !== undefined && isBelow(parent, rootId));
  }
  return {
    add: (post) => void posts.set(post.id, post),
    remove: (id) => void posts.delete(id),
    find: (id) => posts.get(id),
    byShortcode: (shortcode) => all().find((post) => post.shortcode === shortcode),
    all,
    repliesTo: (id) => all().filter((post) => isBelow(post, id)),
    repostsOf: (id) => all().filter((post) => post.repostOf === id),
    clear: () => posts.clear(),
  };
}
