import { contract } from '@fanfare/contract';
import { apiHandlers } from '../../callers/caller.ts';
import { orRefuse } from '../../http/request-error.ts';
import { requireOriginalData } from '../../http/require-original-data.ts';
import type { RestoreGuard } from '../../publishing/restore-guard.ts';
import { createRepost } from './create-repost.ts';
import type { MakeRepostsDeps } from './make-reposts.ts';
import { repostPost } from './repost-post.ts';

type Deps = MakeRepostsDeps & { readonly restoreGuard: Pick<RestoreGuard, 'isRestored'> };

/** Reposts of our own posts, and of any post. */
export function repostsHandlers(deps: Deps) {
  const { repost } = contract.posts;
  return {
    posts: apiHandlers(
      { repost },
      {
        repost: async ({ params, body, caller }) => {
          requireOriginalData(deps.restoreGuard);
          const { answer } = orRefuse(await repostPost(deps, caller, params.id, body?.targetIds));
          return { status: 200, body: answer };
        },
      },
    ),

    reposts: apiHandlers(contract.reposts, {
      create: async ({ body, caller }) => {
        requireOriginalData(deps.restoreGuard);
        const { answer } = orRefuse(await createRepost(deps, caller, body));
        return { status: 200, body: answer };
      },
    }),
  };
}
