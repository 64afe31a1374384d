import type { Fanfare, MediaItem, Target, TargetRequest } from '@fanfare/sdk';

/** Publishes one target on a hub and returns how it ended. */
export async function publishOnHub(
  fanfare: Fanfare,
  accountId: string,
  {
    content,
    spaceSlug,
    mediaItems = [],
    options = {},
  }: {
    readonly content: string;
    readonly spaceSlug?: string;
    readonly mediaItems?: readonly MediaItem[];
    readonly options?: Pick<TargetRequest, 'wordpress' | 'micropub'>;
  },
): Promise<Target> {
  const target = { platform: 'hub', accountId, ...(spaceSlug !== undefined && { spaceSlug }), ...options } as const;
  const { post } = await fanfare.posts.create({ content, mediaItems, platforms: [target] });
  return post.targets[0]!;
}

let texts = 0;
/** A text that no other post has. */
export const newText = (about: string): string => `${about} ${++texts} ${Date.now()}`;
