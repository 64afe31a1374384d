import type { EventAccountFacts, EventPostFacts, EventTargetFacts } from '@fanfare/rules';
import { dateOrNull } from '../posts/to-post.ts';
import type { StoredAccount, StoredPost, StoredTarget, World } from '../world.ts';

/** The facts of a post in events, as it is now. */
export const postFacts = (world: Pick<World, 'accounts'>, post: StoredPost): EventPostFacts => ({
  id: post.id,
  idempotencyKey: post.idempotencyKey,
  createdAt: new Date(post.createdAtMs),
  publishAt: dateOrNull(post.publishAtMs),
  cancelledAt: dateOrNull(post.cancelledAtMs),
  targets: post.targets.map((target) => targetFacts(world, target)),
});

const targetFacts = ({ accounts }: Pick<World, 'accounts'>, target: StoredTarget): EventTargetFacts => ({
  id: target.id,
  accountId: target.accountId,
  platform: target.platform,
  status: target.status,
  isStarted: target.isStarted,
  platformPostId: target.platformPostId,
  url: target.url,
  errorDetail: target.errorDetail,
  commentStatus: target.commentStatus,
  commentId: target.commentId,
  commentError: target.commentError,
  profileId: accounts.get(target.accountId)?.profileId ?? null,
  hasFirstComment: target.draft.firstComment !== null,
  publishedAt: dateOrNull(target.publishedAtMs),
  unpublishedAt: dateOrNull(target.unpublishedAtMs),
});

/** The facts of an account in events. */
export const accountFacts = ({ id, platform, profileId, status, statusReason }: StoredAccount): EventAccountFacts => ({
  id,
  platform,
  profileId,
  status,
  statusReason,
});
