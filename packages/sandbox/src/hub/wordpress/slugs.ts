import type { Post, World } from './world.ts';

const MAX_LENGTH = 200;

/** `sanitize_title()`: lower case, no accents; a dash for other characters. */
export function toSlug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/<[^>]*>/g, '')
    .replace(/['’.]/g, (mark) => (mark === '.' ? '-' : ''))
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_LENGTH);
}

/** `wp_unique_post_slug()`: no two posts have one slug, whatever their status. */
export function uniqueSlug(world: World, wanted: string, self: Pick<Post, 'id'> | null): string {
  const taken = new Set([...world.posts.values()].filter(({ id }) => id !== self?.id).map(({ slug }) => slug));
  let slug = wanted;
  for (let number = 2; taken.has(slug); number++) slug = `${wanted.slice(0, MAX_LENGTH - 4)}-${number}`;
  return slug;
}
