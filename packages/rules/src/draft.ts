import type { MediaItem, RequestedTarget, TargetOptions, TargetRequest } from '@fanfare/contract';
import { headOf } from './follow-ups.ts';

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
  /** Options that the platform has, for those that were asked for; absent without any. */
  readonly options?: TargetOptions;
  /** The network's id of the post that this one answers, in a chain; absent for others. */
  readonly replyTo?: string;
};

/**
 * Applies one target's overrides to the post it belongs to. The rules of its platform judge
 * `options`.
 */
export function toDraft(
  post: { readonly content: string; readonly mediaItems: readonly MediaItem[] },
  target: TargetRequest,
  options: TargetOptions = {},
): Draft {
  const head = headOf(options);
  return {
    content: head?.content ?? target.content ?? post.content,
    media: head ? (head.mediaItems ?? []) : (target.mediaItems ?? post.mediaItems),
    firstComment: target.firstComment ?? null,
    aiGenerated: target.aiGenerated ?? false,
    spaceSlug: target.spaceSlug ?? null,
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** A draft as its target shows it: what was asked for, in the words of the request. */
export function toRequested({ content, media, firstComment, aiGenerated, spaceSlug, options }: Draft): RequestedTarget {
  const mediaItems = media.map(({ type, url, coverUrl, thumbOffsetMs, altText, title }) => ({
    type,
    url,
    ...(coverUrl !== undefined && { coverUrl }),
    ...(thumbOffsetMs !== undefined && { thumbOffsetMs }),
    ...(altText !== undefined && { altText }),
    ...(title !== undefined && { title }),
  }));
  return { content, mediaItems, firstComment, aiGenerated, spaceSlug, ...options };
}

/** The options of a target: every field that is not one of all platforms. */
export function askedOptions(target: TargetRequest): Readonly<Record<string, unknown>> {
  const { platform, accountId, firstComment, aiGenerated, content, mediaItems, spaceSlug, ...options } = target;
  return options;
}
