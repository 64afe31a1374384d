import type { RepostPostResponse } from '@fanfare/contract';
import { summarise, targetStatus } from '@fanfare/rules';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId, toPublicId } from '../ids.ts';
import { ownErrorText } from '../posts/error-text.ts';
import { findPost } from '../posts/posts.table.ts';
import { findTargets, type TargetRow } from '../posts/targets.table.ts';
import type { Caller } from '../projects/api-keys.table.ts';
import { type MakeRepostsDeps, makeReposts, type RepostOutcome } from './make-reposts.ts';
import { toRepost } from './to-repost.ts';

export type RepostPostCommand = {
  readonly caller: Caller;
  /** As the caller writes it. */
  readonly postId: string;
  /** Public ids; undefined for every published target. */
  readonly targetIds: readonly string[] | undefined;
};

/** One `POST /posts/:id/repost`: each published target, reshared by the account that published it. Null when the project has no such post. */
export async function repostPost(
  deps: MakeRepostsDeps,
  command: RepostPostCommand,
): Promise<RepostPostResponse | null> {
  const { caller } = command;
  const postId = fromPublicId('post', command.postId);
  for (;;) {
    const post = postId && (await findPost(deps.db, caller.projectId, postId));
    if (!post) return null;
    const targets = choose(await findTargets(deps.db, caller.projectId, [post.id]), command.targetIds);
    const published = targets.filter((target) => targetStatus(target) === 'published');
    if (published.length === 0) throw notPublished(targets);

    const known = published.flatMap((target) => {
      const { id, platform, accountId, platformPostId } = target;
      return platformPostId === null ? [] : [{ id, repost: { platform, accountId, platformPostId } }];
    });
    const reposts = known.map(({ repost }) => repost);
    const made = await makeReposts(deps, caller, reposts);
    // Its targets went with it: what is left of the post is looked at anew.
    if (made.state === 'account_removed') continue;
    const outcomes = new Map(known.map(({ id }, i) => [id, made.outcomes[i]!] as const));
    return {
      reposts: published.map((target) => ({
        targetId: toPublicId('tgt', target.id),
        ...toRepost(target, outcomes.get(target.id) ?? withoutId(deps, target)),
      })),
    };
  }
}

function choose(targets: readonly TargetRow[], ids: RepostPostCommand['targetIds']): readonly TargetRow[] {
  if (ids === undefined) return targets;
  const own = new Set(targets.map(({ id }) => toPublicId('tgt', id)));
  const details = ids.flatMap((id, i) =>
    own.has(id) ? [] : [{ path: `targetIds[${i}]`, message: `There is no target ${id} in this post.` }],
  );
  if (details.length > 0) throw new RequestError({ code: 'not_found', message: summarise(details), details });
  return targets.filter(({ id }) => ids.includes(toPublicId('tgt', id)));
}

function notPublished(targets: readonly TargetRow[]): RequestError {
  const isWaited = targets.some((target) => targetStatus(target) === 'pending');
  return new RequestError({
    code: 'not_published',
    message: isWaited
      ? 'No target of this post is published yet. Send the request again once one is.'
      : 'No target of this post was published, so that there is nothing to repost.',
  });
}

/** Some networks take a post without telling its id. */
function withoutId(deps: MakeRepostsDeps, { platform }: TargetRow): RepostOutcome {
  const isSupported = deps.networks.adapterOf(platform)?.repost !== undefined;
  const message = 'The network did not tell the id of this post when it was published. Repost it by its link instead.';
  return {
    status: isSupported ? 'failed' : 'unsupported',
    platformRepostId: null,
    error: isSupported ? ownErrorText('content_rejected', message) : null,
    repostedAt: null,
  };
}
