import { LIMITS, type TargetErrorDetail } from '@fanfare/contract';
import { canPublish, settleTarget, toCommentError } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { permissionError } from '../accounts/permissions.ts';
import type { MockState } from '../mock-state.ts';
import { sentTo } from '../network-answers.ts';
import { settleUnits } from '../usage.ts';
import type { StoredPost, StoredTarget } from '../world.ts';
import { notActive, targetError } from './target-error.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'networks' | 'timeline' | 'mayReadMembers'>;

/** Publishes one target as its network's scripts say, and calls `settled` once it has its end: at once, or when a slow network is done. */
export function publishTarget(deps: Deps, post: StoredPost, target: StoredTarget, settled: () => void): void {
  target.isStarted = true;
  const account = deps.world.accounts.get(target.accountId);
  const end = (error: TargetErrorDetail | null): void => {
    if (account) lapseWhenRejected(deps, account, error?.code);
    if (error) settleFailed(deps, post, target, error);
    else settlePublished(deps, post, target, account?.username ?? '');
    settled();
  };
  if (!account || !canPublish(account.status)) {
    end(account ? notActive(account) : targetError('account_deleted'));
    return;
  }
  const network = deps.networks[target.platform];
  const failure = network.takeFailure('publish', account.id);
  const delayMs = network.takeDelayMs('publish', account.id);
  const maxMs = LIMITS.videoProcessingWaitMs.value;
  const isTimedOut = delayMs > maxMs;
  const error = isTimedOut ? targetError('media_processing_timeout') : failure && targetError(failure.code, failure);
  if (delayMs === 0) end(error);
  else deps.timeline.at(deps.clock.now() + Math.min(delayMs, maxMs), () => end(error));
}

/** Ends a target that was not published; what was held for it is given back. */
export function settleFailed(
  { world }: Pick<Deps, 'world'>,
  post: StoredPost,
  target: StoredTarget,
  error: TargetErrorDetail,
): void {
  const { settled, status } = settleTarget(target.status, 'failed');
  if (!settled) return;
  target.status = status;
  target.errorDetail = error;
  bill({ world }, post, { held: target.cost.publish + target.cost.comment, billed: 0 });
}

function settlePublished(deps: Deps, post: StoredPost, target: StoredTarget, username: string): void {
  const { settled, status } = settleTarget(target.status, 'published');
  if (!settled) return;
  target.status = status;
  target.publishedAtMs = deps.clock.now();
  Object.assign(target, sentTo(target.platform, deps.ids, username));
  const warning = deps.networks[target.platform].takeWarning(target.accountId);
  if (warning) target.warnings = [warning];
  bill(deps, post, { held: target.cost.publish, billed: target.cost.publish });
  // No units are held for a comment where the network has none.
  if (target.cost.comment > 0) addComment(deps, post, target);
}

/** The first comment, right after the target and whatever becomes of it without effect on the target. */
function addComment(deps: Deps, post: StoredPost, target: StoredTarget): void {
  const held = target.cost.comment;
  const account = deps.world.accounts.get(target.accountId);
  const missing = account ? permissionError(deps, account, 'firstComments') : null;
  const failure = missing ? null : deps.networks[target.platform].takeFailure('comment', target.accountId);
  const error = missing ?? (failure && targetError(failure.code, failure));
  if (error) {
    if (account) lapseWhenRejected(deps, account, error.code);
    target.commentStatus = 'failed';
    target.commentError = toCommentError(error);
    bill(deps, post, { held, billed: 0 });
    return;
  }
  target.commentStatus = 'published';
  target.commentId = deps.ids.digits(17);
  bill(deps, post, { held, billed: held });
}

function bill({ world }: Pick<Deps, 'world'>, post: StoredPost, units: { held: number; billed: number }): void {
  const project = world.projects.get(post.projectId);
  if (project) settleUnits(project, post.publishAtMs ?? post.createdAtMs, units);
}
