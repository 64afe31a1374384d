import type { MediaType } from '@fanfare/contract';
import type { Draft } from './draft.ts';

/** Whether there is nothing to publish: no media, and no text but white space. */
export function isEmpty(draft: Draft): boolean {
  return draft.media.length === 0 && draft.content.trim() === '';
}

/** Whether the first comment is nothing but white space. */
export function hasBlankComment({ firstComment }: Draft): boolean {
  return firstComment !== null && firstComment.trim() === '';
}

export function countMedia(draft: Draft, type: MediaType): number {
  return draft.media.filter((item) => item.type === type).length;
}

/** Whether images and videos stand in one draft. */
export function isMixed(draft: Draft): boolean {
  return countMedia(draft, 'image') > 0 && countMedia(draft, 'video') > 0;
}
