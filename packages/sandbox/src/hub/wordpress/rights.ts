import { type Caller, can } from './caller.ts';
import type { Post } from './world.ts';

// Rights on a post: WordPress 6.1.9, map_meta_cap() in wp-includes/capabilities.php,
// checked 2026-11.

export function mayEdit(caller: Caller, post: Post): boolean {
  return mayChange(caller, post, 'edit');
}

export function mayDelete(caller: Caller, post: Post): boolean {
  return mayChange(caller, post, 'delete');
}

/** Drafts can be read by those who may edit them. */
export function mayRead(caller: Caller, post: Post): boolean {
  if (post.status === 'publish') return true;
  if (post.status === 'private') return isOwn(caller, post) || can(caller, 'read_private_posts');
  return mayEdit(caller, post);
}

function mayChange(caller: Caller, post: Post, verb: 'edit' | 'delete'): boolean {
  if (!caller.user) return false;
  const isOut = post.status === 'publish' || post.status === 'future';
  if (isOwn(caller, post)) return can(caller, isOut ? `${verb}_published_posts` : `${verb}_posts`);
  return can(caller, `${verb}_others_posts`);
}

function isOwn({ user }: Caller, { authorId }: Post): boolean {
  return user?.id === authorId;
}
