import { initialCommentStatus, type JudgedTarget, takesComment } from '@fanfare/rules';
import { rulesOf } from '../network-rules.ts';
import type { StoredTarget } from '../world.ts';
import { newFollowUps } from './follow-ups.ts';

/** A target that is not started. */
export function newTarget(
  id: string,
  { request, draft, cost, followUps }: Pick<JudgedTarget, 'request' | 'draft' | 'cost' | 'followUps'>,
): StoredTarget {
  const { platform, accountId } = request;
  const rules = rulesOf(platform);
  return {
    id,
    accountId,
    platform,
    draft,
    cost,
    followUps: newFollowUps(followUps, cost),
    status: 'pending',
    isStarted: false,
    platformPostId: null,
    url: null,
    errorDetail: null,
    publishedAtMs: null,
    commentStatus: initialCommentStatus(draft.firstComment !== null, rules !== undefined && takesComment(draft, rules)),
    commentId: null,
    commentError: null,
    unpublishedAtMs: null,
    unpublishError: null,
    warnings: [],
  };
}
