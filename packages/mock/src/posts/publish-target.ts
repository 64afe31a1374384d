import { LIMITS, type TargetErrorDetail } from '@fanfare/contract';
import { awaitsComment, canPublish, settleTarget, toCommentError } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { permissionError } from '../accounts/permissions.ts';
import { spaceProblem } from '../hubs/space-problem.ts';
import type { MockState } from '../mock-state.ts';
import { sentTo } from '../network-answers.ts';
import { settleUnits } from '../usage.ts';
import type { StoredAccount, StoredPost, StoredTarget } from '../world.ts';
import { skipFollowUps, startFollowUps } from './follow-ups.ts';
import { notActive, targetError } from './target-error.ts';

export type PublishTargetDeps = Pick<
  MockState,
  'world' | 'clock' | 'ids' | 'events' | 'networks' | 'timeline' | 'mayReadMembers'
>;

/** Publishes one target by its script. Calls `settled` after post and first comment. */
export function publishTarget(
  deps: PublishTargetDeps,
  post: StoredPost,
  target: StoredTarget,
  settled: () => void,
): void {
  target.isStarted = true;
  const account = deps.world.accounts.get(target.accountId);
  if (!account || !canPublish(account.status)) {
    settleFailed(deps, post, target, account ? notActive(account) : targetError('account_deleted'));
    settled();
    return;
  }
  const end = (refused: TargetErrorDetail | null): void => {
    const error = lapseWhenRejected(deps, account, refused);
    if (error) {
      settleFailed(deps, post, target, error);
      settled();
    } else settlePublished(deps, post, target, { account, settled });
  };
  const network = deps.networks[target.platform];
  const failure = network.takeFailure('publish', account.id);
  const delayMs = network.takeDelayMs('publish', account.id);
  const maxMs = LIMITS.videoProcessingWaitMs.value;
  const isTimedOut = delayMs > maxMs;
  const missingSpace = spaceProblem(deps, account, target.draft.spaceSlug);
  const notFound = missingSpace === null ? null : targetError('space_not_found', { message: missingSpace });
  const problem = failure ? targetError(failure.code, failure) : notFound;
  const error = isTimedOut ? targetError('media_processing_timeout') : problem;
  if (delayMs === 0) end(error);
  else deps.timeline.at(deps.clock.now() + Math.min(delayMs, maxMs), () => end(error));
}

/** Ends a target that was not published; what was held for it is given back. */
export function settleFailed(
  { world }: Pick<PublishTargetDeps, 'world'>,
  post: StoredPost,
  target: StoredTarget,
  error: TargetErrorDetail,
): void {
  const { settled, status } = settleTarget(target.status, 'failed');
  if (!settled) return;
  target.status = status;
  target.errorDetail = error;
  bill({ world }, post, { held: target.cost.publish + target.cost.comment, billed: 0 });
  skipFollowUps({ world }, post, target);
}

type PublishedEnd = { readonly account: StoredAccount; readonly settled: () => void };

function settlePublished(
  deps: PublishTargetDeps,
  post: StoredPost,
  target: StoredTarget,
  { account, settled }: PublishedEnd,
): void {
  const next = settleTarget(target.status, 'published');
  if (!next.settled) {
    settled();
    return;
  }
  target.status = next.status;
  target.publishedAtMs = deps.clock.now();
  Object.assign(target, sentTo(account, deps.ids, target.draft));
  const warning = deps.networks[target.platform].takeWarning(target.accountId);
  if (warning) target.warnings = [warning];
  bill(deps, post, { held: target.cost.publish, billed: target.cost.publish });
  // No units are held for a comment where the network has none.
  if (target.cost.comment > 0) addComment(deps, post, target, settled);
  else settled();
  startFollowUps(deps, post, target);
}

/** The first comment. Its failure does not fail the target, which settles with it. */
function addComment(deps: PublishTargetDeps, post: StoredPost, target: StoredTarget, settled: () => void): void {
  const account = deps.world.accounts.get(target.accountId);
  const network = deps.networks[target.platform];
  const missing = account ? permissionError(deps, account, 'firstComments') : null;
  const failure = missing ? null : network.takeFailure('comment', target.accountId);
  const delayMs = missing ? 0 : network.takeDelayMs('comment', target.accountId);
  const maxMs = LIMITS.firstCommentWaitMs.value;
  const isTimedOut = delayMs > maxMs;
  const error = isTimedOut
    ? targetError('network_unavailable')
    : (missing ?? (failure && targetError(failure.code, failure)));
  const end = (): void => {
    const ended = account ? lapseWhenRejected(deps, account, error) : error;
    settleComment(deps, post, target, ended ? { error: ended } : { commentId: deps.ids.digits(17) });
    settled();
  };
  if (delayMs === 0) end();
  else deps.timeline.at(deps.clock.now() + Math.min(delayMs, maxMs), end);
}

/** Ends the first comment of a published target, and bills it or returns its units. */
export function settleComment(
  { world }: Pick<PublishTargetDeps, 'world'>,
  post: StoredPost,
  target: StoredTarget,
  end: { readonly error: TargetErrorDetail } | { readonly commentId: string },
): void {
  const { draft, status, commentStatus } = target;
  if (!awaitsComment({ status, firstComment: draft.firstComment, commentStatus })) return;
  const held = target.cost.comment;
  if ('error' in end) {
    target.commentStatus = 'failed';
    target.commentError = toCommentError(end.error);
    bill({ world }, post, { held, billed: 0 });
    return;
  }
  target.commentStatus = 'published';
  target.commentId = end.commentId;
  bill({ world }, post, { held, billed: held });
}

function bill(
  { world }: Pick<PublishTargetDeps, 'world'>,
  post: StoredPost,
  units: { held: number; billed: number },
): void {
  const project = world.projects.get(post.projectId);
  if (project) settleUnits(project, post.publishAtMs ?? post.createdAtMs, units);
}
