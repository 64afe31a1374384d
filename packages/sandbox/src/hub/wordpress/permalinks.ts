import type { HubUser } from '../hub.ts';
import type { Category, Media, Post, Tag, World } from './world.ts';

/** Public addresses of a post: by day and name once it is out, by number before. */
export function linkOf(world: World, post: Post): string {
  if (post.status !== 'publish' && post.status !== 'private') return `${world.hub.url()}/?p=${post.id}`;
  const [year, month, day] = new Date(post.date).toISOString().slice(0, 10).split('-');
  return `${world.hub.url()}/${year}/${month}/${day}/${post.slug}/`;
}

export function categoryLink(world: World, { slug }: Category): string {
  return `${world.hub.url()}/category/${slug}/`;
}

export function tagLink(world: World, { slug }: Tag): string {
  return `${world.hub.url()}/tag/${slug}/`;
}

export function authorLink(world: World, { username }: HubUser): string {
  return `${world.hub.url()}/author/${username}/`;
}

export function fileUrl(world: World, { file }: Pick<Media, 'file'>): string {
  return `${world.hub.url()}/wp-content/uploads/${file}`;
}

/** `{hub}/wp-json/wp/v2/posts/7` */
export function restUrl(world: World, path: string): string {
  return `${world.hub.url()}/wp-json/wp/v2/${path}`;
}

/** `2026-11-20T12:00:00`: without a zone, as WordPress writes dates. */
export function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
