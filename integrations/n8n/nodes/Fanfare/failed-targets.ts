import type { IDataObject } from 'n8n-workflow';
import type { Post } from './post.ts';

/**
 * The request that sends the failed targets of a settled post again, and its key, which is the same
 * for the same targets; null when there are none. Targets whose post may be live are left out
 * unless `includeOutcomeUnknown`. Throws an Error while a target is pending.
 */
export function againOf(
  post: Post,
  includeOutcomeUnknown: boolean,
): { readonly body: IDataObject; readonly idempotencyKey: string } | null {
  if (post.targets.some(({ status }) => status === 'pending'))
    throw new Error(`${post.id} is still being published: try again when every target is published or failed.`);
  const leftOut = includeOutcomeUnknown ? ['cancelled'] : ['cancelled', 'outcome_unknown'];
  const chosen = post.targets.flatMap((target, at) =>
    target.status === 'failed' && !leftOut.includes(target.errorDetail.code) ? [{ target, at }] : [],
  );
  if (chosen.length === 0) return null;
  return {
    body: {
      content: post.content,
      platforms: chosen.map(({ target: { requested, platform, accountId } }) => ({
        ...requested,
        platform,
        accountId,
      })),
    },
    // The SDK makes the same one, so both together publish once.
    idempotencyKey: `${post.id}.again.${chosen.map(({ at }) => at).join('.')}`,
  };
}
