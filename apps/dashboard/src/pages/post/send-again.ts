import { type FailedTargetsRequest, failedTargets, type Post, type Target } from '@fanfare/sdk';
import { requestOf } from '../../posts/request-of-post.ts';

/** The targets that are sent again. */
export type SendAgain = {
  readonly request: FailedTargetsRequest;
  readonly targets: readonly Target[];
  /** One of them can succeed unchanged. */
  readonly mayWork: boolean;
};

/** The request for the failed targets of a settled post, by the SDK's rule; null without any. */
export function sendAgain(post: Post): SendAgain | null {
  if (post.targets.some(({ status }) => status === 'pending')) return null;
  const request = failedTargets(requestOf(post), post);
  if (request === null) return null;
  // The key ends with the places of the chosen targets.
  const chosen = request.idempotencyKey.split('.again.')[1]?.split('.').map(Number) ?? [];
  const targets = post.targets.filter((_, at) => chosen.includes(at));
  return { request, targets, mayWork: targets.some(({ errorDetail }) => errorDetail?.retryable) };
}
