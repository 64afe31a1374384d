import type { RepostPostResponse } from '@fanfare/contract';
import { summarise } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { Project, StoredPost, StoredTarget } from '../world.ts';
import { makeReposts } from './make-reposts.ts';
import { statusOf } from './to-post.ts';

type Deps = Parameters<typeof makeReposts>[0] & Pick<MockState, 'world'>;

/** Each published target, reshared by the account that published it. Throws `not_found` for an id that is no target of the post, and `not_published`. */
export async function repostPost(
  deps: Deps,
  project: Project,
  post: StoredPost,
  targetIds: readonly string[] | undefined,
): Promise<RepostPostResponse> {
  const targets = choose(post.targets, targetIds);
  const published = targets.flatMap((target) => {
    const account = deps.world.accounts.get(target.accountId);
    const { platformPostId } = target;
    return statusOf(target) === 'published' && platformPostId !== null && account
      ? [{ target, account, platformPostId }]
      : [];
  });
  if (published.length === 0) {
    const isWaited = targets.some((target) => statusOf(target) === 'pending');
    throw new RequestRefusal({
      code: 'not_published',
      message: isWaited
        ? 'No target of this post is published yet. Send the request again once one is.'
        : 'No target of this post was published, so that there is nothing to repost.',
    });
  }
  const outcomes = await makeReposts(deps, project, published);
  return { reposts: published.map(({ target }, at) => ({ targetId: target.id, ...outcomes[at]! })) };
}

function choose(targets: readonly StoredTarget[], ids: readonly string[] | undefined): readonly StoredTarget[] {
  if (ids === undefined) return targets;
  const details = ids.flatMap((id, at) =>
    targets.some((target) => target.id === id)
      ? []
      : [{ path: `targetIds[${at}]`, message: `There is no target ${id} in this post.` }],
  );
  if (details.length > 0) throw new RequestRefusal({ code: 'not_found', message: summarise(details), details });
  return targets.filter(({ id }) => ids.includes(id));
}
