import type { Category, Post, World } from './world.ts';

/** All posts as they are now: one that was scheduled is out once its time has come. */
export function livePosts(world: World): readonly Post[] {
  const now = world.context.clock.now();
  for (const post of world.posts.values()) if (post.status === 'future' && post.date <= now) post.status = 'publish';
  return [...world.posts.values()];
}

export function livePost(world: World, id: number): Post | undefined {
  return livePosts(world).find((post) => post.id === id);
}

/** What readers without an account see, newest first. */
export function publishedPosts(world: World): readonly Post[] {
  return livePosts(world)
    .filter(({ status }) => status === 'publish')
    .sort((a, b) => b.date - a.date || b.id - a.id);
}

export function categoriesOf(world: World, post: Post): readonly Category[] {
  return post.categories.flatMap((id) => world.categories.get(id) ?? []);
}

export function approvedComments(world: World, post: Post) {
  return [...world.comments.values()].filter(({ postId, status }) => postId === post.id && status === 'approved');
}
