import type { SandboxContext } from '../../simulator.ts';
import { createHubBase, emptyHub, type Hub } from '../hub.ts';
import { randomLetters } from '../random-letters.ts';
import { addUser } from '../users.ts';
import { defaultHabits, type Habits } from './habits.ts';

export type Category = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly parent: number;
};

export type Tag = { readonly id: number; readonly slug: string; readonly name: string };

export const postStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type PostStatus = (typeof postStatuses)[number] | 'trash';

export type Post = {
  readonly id: number;
  authorId: number;
  status: PostStatus;
  slug: string;
  title: string;
  content: string;
  excerpt: string;
  categories: readonly number[];
  tags: readonly number[];
  featuredMedia: number;
  format: string;
  commentStatus: 'open' | 'closed';
  sticky: boolean;
  date: number;
  /** The date moves on until the post is published. */
  dateFloats: boolean;
  modified: number;
};

export type Media = {
  readonly id: number;
  readonly authorId: number;
  readonly slug: string;
  title: string;
  /** `2026/11/harbour.jpg`, below `wp-content/uploads`. */
  readonly file: string;
  readonly mimeType: string;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly bytes: number;
  altText: string;
  caption: string;
  description: string;
  post: number | null;
  readonly date: number;
};

export type Comment = {
  readonly id: number;
  readonly postId: number;
  readonly parent: number;
  readonly authorId: number;
  readonly authorName: string;
  readonly content: string;
  readonly date: number;
  status: 'approved' | 'hold';
};

/** All there is on this WordPress. Posts and files share their numbers, as rows of one table do. */
export type World = {
  readonly hub: Hub;
  readonly context: SandboxContext;
  readonly categories: Map<number, Category>;
  readonly tags: Map<number, Tag>;
  readonly posts: Map<number, Post>;
  readonly media: Map<number, Media>;
  readonly comments: Map<number, Comment>;
  habits: Habits;
  lastId: number;
  lastCommentId: number;
  lastCategoryId: number;
  lastTagId: number;
};

const APP_PASSWORD_LENGTH = 24;
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function createWorld(context: SandboxContext): World {
  const world: World = {
    hub: createHubBase({
      role: 'wordpress',
      name: 'Harbour Community',
      tagline: 'News from the people around the harbour',
      context,
      newKey: () => randomLetters(context, ALPHANUMERIC, APP_PASSWORD_LENGTH),
      apiPath: '',
      identityOf: (_url, user) => String(user.id),
    }),
    context,
    categories: new Map(),
    tags: new Map(),
    posts: new Map(),
    media: new Map(),
    comments: new Map(),
    habits: defaultHabits(),
    lastId: 0,
    lastCommentId: 0,
    lastCategoryId: 0,
    lastTagId: 0,
  };
  addDefaults(world);
  return world;
}

export function resetWorld(world: World): void {
  emptyHub(world.hub);
  for (const part of [world.categories, world.tags, world.posts, world.media, world.comments]) part.clear();
  world.habits = defaultHabits();
  world.lastId = 0;
  world.lastCommentId = 0;
  world.lastCategoryId = 0;
  world.lastTagId = 0;
  addDefaults(world);
}

export function addCategory(world: World, category: Pick<Category, 'slug' | 'name' | 'description'>): Category {
  const added = { parent: 0, ...category, id: ++world.lastCategoryId };
  world.categories.set(added.id, added);
  return added;
}

/** The category that a post without one goes to; WordPress has it from the start. */
export const DEFAULT_CATEGORY_ID = 1;

function addDefaults(world: World): void {
  addUser(world.hub, { username: 'ann', name: 'Ann Lindqvist', right: 'administrator' });
  addUser(world.hub, { username: 'emil', name: 'Emil Brandt', right: 'editor' });
  addUser(world.hub, { username: 'alma', name: 'Alma Reyes', right: 'author' });
  addUser(world.hub, { username: 'cora', name: 'Cora Weiss', right: 'contributor' });
  addUser(world.hub, { username: 'sam', name: 'Sam Idris', right: 'subscriber' });
  addCategory(world, { slug: 'uncategorized', name: 'Uncategorized', description: '' });
  addCategory(world, { slug: 'news', name: 'News', description: 'What happens around the harbour' });
  addCategory(world, { slug: 'events', name: 'Events', description: 'Markets, concerts and open doors' });
  addCategory(world, { slug: 'members', name: 'Members', description: 'Stories by and about our members' });
}
