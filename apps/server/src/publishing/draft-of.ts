import type { MediaItem } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';
import type { TargetRow } from './targets.table.ts';

type TargetFields = Pick<TargetRow, 'content' | 'media' | 'firstComment' | 'aiGenerated' | 'spaceSlug' | 'link'>;

/** What a stored target publishes: its own values, and those of its post where it has none. */
export function draftOf(
  target: TargetFields,
  post: { readonly content: string; readonly media: readonly MediaItem[] },
): Draft {
  return {
    content: target.content ?? post.content,
    media: target.media ?? post.media,
    firstComment: target.firstComment,
    aiGenerated: target.aiGenerated,
    spaceSlug: target.spaceSlug,
    ...(target.link !== null && { link: target.link }),
  };
}
