import type { RepostPostResponse } from '@fanfare/contract';
import { chooseTargets, type Decision, noSuch, refuse, targetStatus } from '@fanfare/rules';
import type { Caller } from '../../callers/caller.ts';
import { ownErrorText } from '../../process/error-text.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import type { TargetRow } from '../../publishing/targets.table.ts';
import { findPost } from '../posts.table.ts';
import { type MakeRepostsDeps, makeReposts, type RepostOutcome } from './make-reposts.ts';
import { toRepost } from './to-repost.ts';

/** Handles `POST /posts/:id/repost`: each published target, reshared by its own account. */
export async function repostPost(
  deps: MakeRepostsDeps,
  caller: Caller,
  /** The public id of the post. */
  postId: string,
  /** Public ids; undefined for every published target. */
  targetIds: readonly string[] | undefined,
): Promise<Decision<{ readonly answer: RepostPostResponse }>> {
  const id = fromPublicId('post', postId);
  for (;;) {
    const found = id && (await findPost(deps.db, caller.projectId, id));
    if (!found) return refuse(noSuch('post'));
    const targets = found.targets.map((row) => ({ id: toPublicId('tgt', row.id), status: targetStatus(row), row }));
    const chosen = chooseTargets(targets, targetIds);
    if (!chosen.ok) return chosen;

    const known = chosen.published.flatMap(({ row: { id, platform, accountId, platformPostId, unpublishedAt } }) =>
      platformPostId === null || unpublishedAt !== null
        ? []
        : [{ id, repost: { platform, accountId, platformPostId } }],
    );
    const reposts = known.map(({ repost }) => repost);
    const made = await makeReposts(deps, caller, reposts);
    if (!made.ok) return made;
    // Its targets are gone as well: the rest of the post is judged again.
    if (made.state === 'account_removed') continue;
    const outcomes = new Map(known.map(({ id }, i) => [id, made.outcomes[i]!] as const));
    const answered = chosen.published.map(({ id: targetId, row }) => ({
      targetId,
      ...toRepost(row, outcomes.get(row.id) ?? notReposted(deps, row)),
    }));
    return { ok: true, answer: { reposts: answered } };
  }
}

/** Some networks accept a post without returning its id; others do not have it any more. */
function notReposted(
  { networks }: Pick<MakeRepostsDeps, 'networks'>,
  { platform, unpublishedAt }: TargetRow,
): RepostOutcome {
  const isSupported = networks.adapterOf(platform)?.repost !== undefined;
  const message =
    unpublishedAt === null
      ? 'The network did not return the id of this post when it was published. Repost it by its link instead.'
      : 'The post was removed from the network, so it cannot be reposted.';
  return {
    status: isSupported ? 'failed' : 'unsupported',
    platformRepostId: null,
    error: isSupported ? ownErrorText('content_rejected', message) : null,
    repostedAt: null,
  };
}
