import type { Fanfare, MediaItem, Target } from '@fanfare/sdk';

/** Publishes one target on a hub and returns how it ended. */
export async function publishOnHub(
  fanfare: Fanfare,
  accountId: string,
  {
    content,
    spaceSlug,
    mediaItems = [],
  }: { readonly content: string; readonly spaceSlug?: string; readonly mediaItems?: readonly MediaItem[] },
): Promise<Target> {
  const target = { platform: 'hub', accountId, ...(spaceSlug !== undefined && { spaceSlug }) } as const;
  const { post } = await fanfare.posts.create({ content, mediaItems, platforms: [target] });
  return post.targets[0]!;
}

let texts = 0;
/** A text that no other post has. */
export const newText = (about: string): string => `${about} ${++texts} ${Date.now()}`;
