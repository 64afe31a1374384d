import type { CreatePostRequest, Post, RequestedTarget } from '@fanfare/sdk';

/** The request that made the post, with everything said per target. */
export const requestOf = ({ targets }: Post): CreatePostRequest => ({
  platforms: targets.map(({ platform, accountId, requested }) => ({ platform, accountId, ...toRequest(requested) })),
});

function toRequest({ content, mediaItems, firstComment, aiGenerated, spaceSlug, ...options }: RequestedTarget) {
  return {
    content,
    mediaItems,
    ...(firstComment !== null && { firstComment }),
    ...(aiGenerated && { aiGenerated }),
    ...(spaceSlug !== null && { spaceSlug }),
    ...options,
  };
}
