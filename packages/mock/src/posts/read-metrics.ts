import type { PostMetricsResponse, TargetMetrics } from '@fanfare/contract';
import { canPublish } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { iso, type MockState } from '../mock-state.ts';
import { metricsOf } from '../network-answers.ts';
import type { StoredPost, StoredTarget } from '../world.ts';
import { errorText, notActive, targetError } from './target-error.ts';
import { toTarget } from './to-post.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'networks'>;

/** The counts of every published target; one that cannot be read fails no other. */
export function readMetrics(deps: Deps, post: StoredPost): PostMetricsResponse {
  return {
    postId: post.id,
    fetchedAt: iso(deps.clock.now()),
    targets: post.targets.map((target) => ({ ...toTarget(target), ...measure(deps, target) })),
  };
}

function measure({ world, networks }: Deps, target: StoredTarget): Pick<TargetMetrics, 'metrics' | 'metricsError'> {
  const { platform, platformPostId, accountId } = target;
  if (target.status !== 'published' || platformPostId === null) return { metrics: null, metricsError: null };
  const account = world.accounts.get(accountId);
  const failure = networks[platform].takeFailure('metrics', accountId);
  const error =
    account === undefined
      ? targetError('account_deleted')
      : !canPublish(account.status)
        ? notActive(account)
        : failure && targetError(failure.code, failure);
  if (account) lapseWhenRejected(account, error?.code);
  return error
    ? { metrics: null, metricsError: errorText(error) }
    : { metrics: metricsOf(platform, platformPostId), metricsError: null };
}
