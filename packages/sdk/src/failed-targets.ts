import type { CreatePostRequest, Post, TargetErrorCode } from './types.gen.ts';

/** Choice of the failed targets to send again. */
export type FailedTargetsOptions = {
  /** Only targets that can succeed unchanged (`errorDetail.retryable`). */
  retryableOnly?: boolean;
  /** Also targets that may be live (`outcome_unknown`): look first, or you may publish twice. */
  includeOutcomeUnknown?: boolean;
};

/** A create request with its idempotency key. */
export type FailedTargetsRequest = CreatePostRequest & {
  /** Made from the post and the targets: the same targets of the same post have the same key. */
  idempotencyKey: string;
};

/**
 * The request that sends the failed targets of a settled post again, and nothing else; null when
 * there are none.
 *
 * It leaves out cancelled targets and, unless you say otherwise, those with `outcome_unknown`,
 * whose post may be live. It has no `publishAt`: it publishes at once. Its key is made from the
 * post and the targets, so two workers that send it, or one that crashes and starts over, publish
 * once. For a third attempt, pass the post of the second.
 *
 * Throws `TypeError` while a target is pending, and when the post was not made from this request.
 *
 * @param request - The request that made the post.
 * @param post - The post once it has settled.
 * @param options - Which of the failed targets to send.
 *
 * @example
 * const request = { content: 'Hello', platforms: [{ platform: 'x', accountId: account.id }] } as const;
 * const { post: first } = await fanfare.posts.create(request);
 * const again = failedTargets(request, first, { retryableOnly: true });
 * if (again) await fanfare.posts.create(again);
 * console.log(again); // null
 */
export function failedTargets(
  request: CreatePostRequest,
  post: Post,
  { retryableOnly = false, includeOutcomeUnknown = false }: FailedTargetsOptions = {},
): FailedTargetsRequest | null {
  const leftOut: TargetErrorCode[] = includeOutcomeUnknown ? ['cancelled'] : ['cancelled', 'outcome_unknown'];
  const chosen: number[] = [];
  let index = -1;
  for (const target of post.targets) {
    // Targets come in the order of the request; those of a removed account are gone.
    index = request.platforms.findIndex(({ accountId }, at) => at > index && accountId === target.accountId);
    if (index < 0)
      throw new TypeError(`Post ${post.id} is not a post of this request: it has a target on ${target.accountId}.`);
    if (target.status === 'pending') throw new TypeError(`Post ${post.id} has not settled: wait for it first.`);
    if (target.status === 'published' || leftOut.includes(target.errorDetail.code)) continue;
    if (!retryableOnly || target.errorDetail.retryable) chosen.push(index);
  }
  if (chosen.length === 0) return null;
  const { publishAt: _, ...rest } = request;
  return {
    ...rest,
    platforms: request.platforms.filter((_, at) => chosen.includes(at)),
    idempotencyKey: `${post.id}.again.${chosen.join('.')}`,
  };
}
