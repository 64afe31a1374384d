import type { PostView } from '../post/post-view.ts';

/** One picture or video of a post. */
export type MediaItem = PostView['media'][number];

/** The content of a container that is published. */
export type MetaDraft = {
  readonly type: string;
  readonly isCarouselItem: boolean;
  readonly text: string;
  readonly items: readonly MediaItem[];
};

/** The common fields of both networks' posts. */
export type MetaPost<Draft extends MetaDraft = MetaDraft> = {
  readonly id: string;
  readonly username: string;
  readonly shortcode: string;
  readonly draft: Draft;
  /** Ids of the items of a carousel. */
  readonly childIds: readonly string[];
  readonly publishedAt: number;
  /** Numbers set by a test; the others grow with the age of the post. */
  insights: Readonly<Record<string, number>>;
};

/** Published posts, oldest first. */
export type Posts<Post extends MetaPost> = {
  add(post: Post): void;
  remove(id: string): void;
  find(id: string): Post | undefined;
  byShortcode(shortcode: string): Post | undefined;
  of(username: string): readonly Post[];
  all(): readonly Post[];
  clear(): void;
};

export function createPosts<Post extends MetaPost>(): Posts<Post> {
  const posts = new Map<string, Post>();
  const all = () => [...posts.values()];
  return {
    add: (post) => void posts.set(post.id, post),
    remove: (id) => void posts.delete(id),
    find: (id) => posts.get(id),
    byShortcode: (shortcode) => all().find((post) => post.shortcode === shortcode),
    of: (username) => all().filter((post) => post.username === username),
    all,
    clear: () => posts.clear(),
  };
}
