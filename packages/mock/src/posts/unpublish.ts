import type { TargetUnpublish } from '@fanfare/contract';
import { canPublish, type Decision, judgeUnpublish, nameTargets } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { postFacts } from '../events/event-facts.ts';
import { iso, type MockState } from '../mock-state.ts';
import { rulesOf } from '../network-rules.ts';
import type { StoredPost, StoredTarget } from '../world.ts';
import { errorText, notActive, targetError } from './target-error.ts';
import { dateOrNull, statusOf } from './to-post.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'events' | 'networks'>;

/** One `POST /posts/:id/unpublish`: each target, by the account that published it. */
export function unpublishPost(
  deps: Deps,
  post: StoredPost,
  targetIds: readonly string[] | undefined,
): Decision<{ readonly targets: TargetUnpublish[] }> {
  const named = nameTargets(post.targets, targetIds);
  if (!named.ok) return named;
  const targets = named.chosen.map((target) => {
    const { id: targetId, accountId, platform, platformPostId } = target;
    const unpublishedAt = dateOrNull(target.unpublishedAtMs);
    const errorCode = target.errorDetail?.code ?? null;
    const { followUps } = target;
    const stored = { status: statusOf(target), errorCode, platformPostId, unpublishedAt, followUps };
    return {
      ...{ targetId, accountId, platform },
      ...(judgeUnpublish(stored, rulesOf(platform)) ?? unpublish(deps, post, target)),
    };
  });
  return { ok: true, targets };
}

function unpublish(
  deps: Deps,
  post: StoredPost,
  target: StoredTarget,
): Pick<TargetUnpublish, 'status' | 'error' | 'unpublishedAt'> {
  const error = failureOf(deps, target);
  target.unpublishError = error;
  if (error !== null) return { status: 'failed', error, unpublishedAt: null };
  target.unpublishedAtMs = deps.clock.now();
  deps.events.write(post.projectId, {
    type: 'target.unpublished',
    post: postFacts(deps.world, post),
    targetId: target.id,
  });
  return { status: 'unpublished', error, unpublishedAt: iso(target.unpublishedAtMs) };
}

/** The account of a target is removed together with it. A script is for a call of the network. */
function failureOf(deps: Deps, { accountId, platform }: StoredTarget): string | null {
  const account = deps.world.accounts.get(accountId)!;
  if (!canPublish(account.status)) return errorText(notActive(account));
  const failure = deps.networks[platform].takeFailure('unpublish', accountId);
  const error = lapseWhenRejected(deps, account, failure && targetError(failure.code, failure));
  return error && errorText(error);
}
