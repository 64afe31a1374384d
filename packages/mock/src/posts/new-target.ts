import { initialCommentStatus, type JudgedTarget } from '@fanfare/rules';
import { rulesOf } from '../network-rules.ts';
import type { StoredTarget } from '../world.ts';

/** A target that is not started. */
export function newTarget(
  id: string,
  { request, draft, cost }: Pick<JudgedTarget, 'request' | 'draft' | 'cost'>,
): StoredTarget {
  const { platform, accountId } = request;
  const hasComments = rulesOf(platform)?.limits.supports.firstComment ?? false;
  return {
    id,
    accountId,
    platform,
    draft,
    cost,
    status: 'pending',
    isStarted: false,
    platformPostId: null,
    url: null,
    errorDetail: null,
    publishedAtMs: null,
    commentStatus: initialCommentStatus(draft.firstComment !== null, hasComments),
    commentId: null,
    commentError: null,
    warnings: [],
  };
}
