import { type Content, readContent } from '../content.ts';
import type { Category, Post, Tag, World } from './world.ts';

/** All posts as they are now: one that was scheduled is out once its time has come. */
export function livePosts(world: World): readonly Post[] {
  return [...world.posts.values()].map((post) => settled(world, post));
}

function settled(world: World, post: Post): Post {
  if (post.status === 'future' && post.date <= world.context.clock.now()) post.status = 'publish';
  return post;
}

export function livePost(world: World, id: number): Post | undefined {
  const post = world.posts.get(id);
  return post && settled(world, post);
}

const contents = new WeakMap<Post, { readonly posted: string; readonly content: Content }>();

/** The text and pictures of a post, parsed once: pages show all posts every two seconds. */
export function contentOf(post: Post): Content {
  const known = contents.get(post);
  if (known?.posted === post.content) return known.content;
  const content = readContent(post.content);
  contents.set(post, { posted: post.content, content });
  return content;
}

/** Posts that readers without an account see, newest first. */
export function publishedPosts(world: World): readonly Post[] {
  return livePosts(world)
    .filter(({ status }) => status === 'publish')
    .sort((a, b) => b.date - a.date || b.id - a.id);
}

export function categoriesOf(world: World, post: Post): readonly Category[] {
  return post.categories.flatMap((id) => world.categories.get(id) ?? []);
}

export function tagsOf(world: World, post: Post): readonly Tag[] {
  return post.tags.flatMap((id) => world.tags.get(id) ?? []);
}

export function approvedComments(world: World, post: Post) {
  return [...world.comments.values()].filter(({ postId, status }) => postId === post.id && status === 'approved');
}
