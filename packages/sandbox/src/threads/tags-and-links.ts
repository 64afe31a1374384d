import type { ThreadsDraft } from './posts.ts';
import { linksOf } from './text-length.ts';

const MAX_TOPIC = 50;

/**
 * True for a tag of 1 to 50 characters without `.` and `&` (Meta, Threads posts, checked 2026-11).
 */
export const isTopic = (tag: string): boolean => tag.length >= 1 && tag.length <= MAX_TOPIC && !/[.&]/.test(tag);

/**
 * The first valid tag of a text, without its `#`: it becomes the topic of a post of any type that
 * sends no `topic_tag`, and ends before a period, an ampersand or a space (Meta, Threads posts,
 * "Tags", page of 2026-04-14, checked 2026-11). Not known, and assumed: a tag begins the text or
 * follows a space, has no further `#`, and is valid up to 50 characters.
 */
export function topicOf(text: string): string | null {
  for (const [, tag = ''] of text.matchAll(/(?:^|\s)#([^\s.&#]+)/gu)) if (isTopic(tag)) return tag;
  return null;
}

/**
 * The first link of a text-only post, which becomes its preview card where no `link_attachment` is
 * sent (Meta, Threads posts, "Links", page of 2026-04-14, checked 2026-11). Assumed: a poll, a GIF
 * or a text attachment takes the place of the card.
 */
export function previewOf({
  text,
  type,
  poll,
  extras,
}: Pick<ThreadsDraft, 'text' | 'type' | 'poll' | 'extras'>): string | null {
  const hasOther = poll !== null || extras.gifId !== null || extras.attachment !== null;
  return type === 'TEXT_POST' && !hasOther && !extras.isGhost ? ([...linksOf(text)][0] ?? null) : null;
}
