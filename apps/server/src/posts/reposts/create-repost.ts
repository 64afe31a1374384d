import type { CreateRepostBody, CreateRepostResponse } from '@fanfare/contract';
import { type Decision, judgeRepost, type PostNames } from '@fanfare/rules';
import { findAccountsByPublicId } from '../../accounts/find-accounts-by-public-id.ts';
import type { Caller } from '../../callers/caller.ts';
import type { Networks } from '../../config/networks.ts';
import { type MakeRepostsDeps, makeReposts } from './make-reposts.ts';
import { toRepost } from './to-repost.ts';

/** Handles `POST /reposts`: a post of any origin, reshared by each account. */
export async function createRepost(
  deps: MakeRepostsDeps,
  caller: Caller,
  body: CreateRepostBody,
): Promise<Decision<{ readonly answer: CreateRepostResponse }>> {
  for (;;) {
    const accounts = await findAccountsByPublicId(deps.db, caller.projectId, body.accountIds);
    const judged = judgeRepost({ networks: repostNetworks(deps.networks), accounts }, body);
    if (!judged.ok) return judged;
    const { platformPostId } = judged;
    const reposts = judged.accounts.map(({ id, platform }) => ({ accountId: id, platform, platformPostId }));
    const made = await makeReposts(deps, caller, reposts);
    if (!made.ok) return made;
    // The second judgement refuses the request like any with an unknown account.
    if (made.state === 'account_removed') continue;
    return { ok: true, answer: { reposts: reposts.map((repost, i) => toRepost(repost, made.outcomes[i]!)) } };
  }
}

const repostNetworks = (networks: Networks): PostNames[] =>
  networks.platforms.flatMap((platform): PostNames[] => {
    const { readPostUrl, postIdProblem } = networks.adapterOf(platform) ?? {};
    return readPostUrl ? [{ platform, readPostUrl, ...(postIdProblem && { postIdProblem }) }] : [];
  });
