import type { MediaItem } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';
import type { TargetRow } from './targets.table.ts';

type TargetFields = Pick<
  TargetRow,
  'content' | 'media' | 'firstComment' | 'aiGenerated' | 'spaceSlug' | 'options' | 'replyTo'
>;

/** The draft of a stored target: its own values, or those of its post. */
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
    ...(target.options && { options: target.options }),
    ...(target.replyTo !== null && { replyTo: target.replyTo }),
  };
}
