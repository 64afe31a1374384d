import type { AccountRepost, CreateRepostBody, TargetRepost } from '@fanfare/contract';
import { chooseTargets, type Decision, judgeRepost } from '@fanfare/rules';
import { POST_NAMES, rulesOf } from '../network-rules.ts';
import { accountsOf, type Project, type StoredPost, type StoredTarget } from '../world.ts';
import { type MakeRepostsDeps, makeReposts, without } from './make-reposts.ts';
import { errorText, targetError } from './target-error.ts';
import { statusOf } from './to-post.ts';

/** One `POST /reposts`. */
export async function createRepost(
  deps: MakeRepostsDeps,
  project: Project,
  body: CreateRepostBody,
): Promise<Decision<{ readonly reposts: AccountRepost[] }>> {
  const accounts = accountsOf(deps.world, project, body.accountIds);
  const judged = judgeRepost({ networks: POST_NAMES, accounts }, body);
  if (!judged.ok) return judged;
  const { platformPostId } = judged;
  const asked = judged.accounts.map((account) => ({ account, platformPostId }));
  return makeReposts(deps, project, asked);
}

/** One `POST /posts/:id/repost`: each published target, by the account that published it. */
export async function repostPost(
  deps: MakeRepostsDeps,
  project: Project,
  post: StoredPost,
  targetIds: readonly string[] | undefined,
): Promise<Decision<{ readonly reposts: TargetRepost[] }>> {
  const targets = post.targets.map((target) => ({ id: target.id, status: statusOf(target), target }));
  const chosen = chooseTargets(targets, targetIds);
  if (!chosen.ok) return chosen;
  const live = chosen.published.filter(({ target }) => target.unpublishedAtMs === null);
  // A published target has both; its account is removed together with it.
  const asked = live.map(({ target: { accountId, platformPostId } }) => ({
    account: deps.world.accounts.get(accountId)!,
    platformPostId: platformPostId!,
  }));
  const made = await makeReposts(deps, project, asked);
  if (!made.ok) return made;
  const reposts = chosen.published.map((one) => {
    const { id: targetId, target } = one;
    return { targetId, ...(made.reposts[live.indexOf(one)] ?? removed(target)) };
  });
  return { ok: true, reposts };
}

function removed({ accountId, platform }: StoredTarget): AccountRepost {
  const message = 'The post was removed from the network, so it cannot be reposted.';
  const isSupported = rulesOf(platform)?.limits.supports.repost ?? false;
  const error = isSupported ? errorText(targetError('content_rejected', { message })) : null;
  return { accountId, platform, ...without(isSupported ? 'failed' : 'unsupported', error) };
}
