import { type CreatePostRequest, failedTargets, type Post } from '@fanfare/sdk';
import { describeCreated, send } from './create-post.ts';
import { describePost, postView } from './post-view.ts';
import { InputError, type Outcome, type ToolDeps } from './tool.ts';

type Given = {
  readonly postId: string;
  readonly accountIds?: readonly string[];
  readonly includeOutcomeUnknown?: boolean;
};

/**
 * Sends the failed targets of a post again. The same targets of the same post have the same key.
 */
export async function retryFailed(
  deps: ToolDeps,
  { postId, accountIds, includeOutcomeUnknown = false }: Given,
): Promise<Outcome> {
  const { post } = await deps.fanfare.posts.get(postId);
  const strange = accountIds?.find((id) => !post.targets.some(({ accountId }) => accountId === id));
  if (strange !== undefined) throw new InputError(`${postId} has no target on ${strange}.`);
  if (post.targets.some(({ status }) => status === 'pending'))
    return { summary: describePost(post), data: { post: postView(post) }, isError: true };
  const chosen = post.targets.filter(({ accountId }) => accountIds?.includes(accountId) ?? true);
  const again = failedTargets(requestOf(post), { ...post, targets: chosen }, { includeOutcomeUnknown });
  if (again === null)
    return { summary: `There is nothing to send again. ${describePost(post)}`, data: { post: postView(post) } };
  return describeCreated(await send(deps, again), again.idempotencyKey, 'always');
}

/** The request that made a post, from what its targets say was requested. */
const requestOf = ({ content, targets }: Post): CreatePostRequest => ({
  content,
  platforms: targets.map(({ platform, accountId, requested }) => ({
    ...(requested as unknown as CreatePostRequest['platforms'][number]),
    ...{ platform, accountId },
  })),
});
