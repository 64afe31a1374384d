import type { LinkMode, MediaItem, RequestedTarget, TargetRequest } from '@fanfare/contract';

/**
 * The content of one target: the post's content and media with the target's own overrides already
 * applied. Everything after admission (rules, cost, adapters) reads a Draft and never the request
 * again.
 */
export type Draft = {
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly firstComment: string | null;
  readonly aiGenerated: boolean;
  /** Hub targets only; null means the account's default space. */
  readonly spaceSlug: string | null;
  /** Whether a link in the text may be shown as a card; as usual on the platform when absent. */
  readonly link?: LinkMode;
};

/** Applies one target's overrides to the post it belongs to. */
export function toDraft(
  post: { readonly content: string; readonly mediaItems: readonly MediaItem[] },
  target: TargetRequest,
): Draft {
  return {
    content: target.content ?? post.content,
    media: target.mediaItems ?? post.mediaItems,
    firstComment: target.firstComment ?? null,
    aiGenerated: target.aiGenerated ?? false,
    spaceSlug: target.spaceSlug ?? null,
    ...(target.link !== undefined && { link: target.link }),
  };
}

/** A draft as its target shows it: what was asked for, in the words of the request. */
export function toRequested({ content, media, firstComment, aiGenerated, spaceSlug, link }: Draft): RequestedTarget {
  const mediaItems = media.map(({ type, url, coverUrl, thumbOffsetMs, altText }) => ({
    type,
    url,
    ...(coverUrl !== undefined && { coverUrl }),
    ...(thumbOffsetMs !== undefined && { thumbOffsetMs }),
    ...(altText !== undefined && { altText }),
  }));
  return { content, mediaItems, firstComment, aiGenerated, spaceSlug, ...(link !== undefined && { link }) };
}
