import type { INSTAGRAM_FORMATS, InstagramOptions } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';

export type Format = (typeof INSTAGRAM_FORMATS)[number];

const isOneVideo = ({ media }: Draft): boolean => media.length === 1 && media[0]?.type === 'video';

/**
 * The form that a draft takes: a single video is a reel, because VIDEO posts ended on 2023-11-09.
 */
export function formatOf(draft: Draft): Format {
  const asked = draft.options?.instagram?.format;
  if (asked !== undefined && asked !== 'feed') return asked;
  return isOneVideo(draft) ? 'reel' : 'feed';
}

export const isReel = (draft: Draft): boolean => ['reel', 'trial_reel'].includes(formatOf(draft));
export const isStory = (draft: Draft): boolean => formatOf(draft) === 'story';

type UserTag = NonNullable<InstagramOptions['userTags']>[number];

/**
 * The place of a tag: none on a reel, which takes names alone, and none without both of its shares.
 */
export function placeOf(draft: Draft, { mediaIndex = 0, x, y }: UserTag): { x: number; y: number } | null {
  const takesPlace = draft.media[mediaIndex]?.type === 'image' || isStory(draft);
  return takesPlace && x !== undefined && y !== undefined ? { x, y } : null;
}
