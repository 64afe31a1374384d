import type { MediaItem, PostRequest } from './harbour-post.ts';

/** The content of one account's post in a few words: `own text, image`. */
export function describeTarget(post: PostRequest, target: PostRequest['platforms'][number]): string {
  const text = target.content === undefined ? 'text' : 'own text';
  return [text, describeMedia(target.mediaItems ?? post.mediaItems)].filter((part) => part !== '').join(', ');
}

function describeMedia(items: readonly MediaItem[]): string {
  const [first, ...others] = items;
  if (first === undefined) return '';
  if (others.length === 0) return first.coverUrl === undefined ? first.type : `${first.type} with a cover`;
  const types = items.map(({ type }) => type);
  return types.every((type) => type === 'image') ? `${items.length} images` : `carousel of ${types.join(', ')}`;
}
