import type { PostMetricsResponse, TargetErrorDetail, TargetMetrics } from '@fanfare/contract';
import { canPublish } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { permissionError } from '../accounts/permissions.ts';
import { iso, type MockState } from '../mock-state.ts';
import { metricsOf } from '../network-answers.ts';
import type { StoredAccount, StoredPost, StoredTarget } from '../world.ts';
import { errorText, notActive, targetError } from './target-error.ts';
import { statusOf, toTarget } from './to-post.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'events' | 'networks' | 'mayReadMembers'>;

/** The counts of every published target; one that cannot be read fails no other. */
export function readMetrics(deps: Deps, post: StoredPost): PostMetricsResponse {
  return {
    postId: post.id,
    fetchedAt: iso(deps.clock.now()),
    targets: post.targets.map((target) => ({ ...toTarget(target), ...measure(deps, target) })),
  };
}

const REMOVED = errorText(
  targetError('content_rejected', {
    message: 'The post was removed from the network, so there is nothing to count.',
  }),
);

function measure(deps: Deps, target: StoredTarget): Pick<TargetMetrics, 'metrics' | 'metricsError'> {
  const { platformPostId, accountId } = target;
  if (statusOf(target) !== 'published' || platformPostId === null) return { metrics: null, metricsError: null };
  if (target.unpublishedAtMs !== null) return { metrics: null, metricsError: REMOVED };
  const account = deps.world.accounts.get(accountId);
  if (!account) return { metrics: null, metricsError: errorText(targetError('account_deleted')) };
  const error = refusalOf(deps, account);
  return error
    ? { metrics: null, metricsError: errorText(error) }
    : { metrics: metricsOf(account, platformPostId), metricsError: null };
}

/** Runs a script of the network when metrics are read, and not before. */
function refusalOf(deps: Deps, account: StoredAccount): TargetErrorDetail | null {
  if (!canPublish(account.status)) return notActive(account);
  const missing = permissionError(deps, account, 'metrics');
  if (missing) return missing;
  const failure = deps.networks[account.platform].takeFailure('metrics', account.id);
  return lapseWhenRejected(deps, account, failure && targetError(failure.code, failure));
}
