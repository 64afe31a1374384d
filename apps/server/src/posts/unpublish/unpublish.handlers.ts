import { contract } from '@fanfare/contract';
import { apiHandlers } from '../../callers/caller.ts';
import { orRefuse } from '../../http/request-error.ts';
import { requireOriginalData } from '../../http/require-original-data.ts';
import type { RestoreGuard } from '../../publishing/restore-guard.ts';
import type { MakeUnpublishesDeps } from './make-unpublishes.ts';
import { unpublishPost } from './unpublish-post.ts';

export type UnpublishHandlersDeps = MakeUnpublishesDeps & {
  readonly restoreGuard: Pick<RestoreGuard, 'isRestored'>;
  /** Forgets remembered answers, which say that the post is live. */
  readonly forgetPosts: () => void;
};

/** The removal of posts from their networks. */
export function unpublishHandlers(deps: UnpublishHandlersDeps) {
  const { unpublish } = contract.posts;
  return {
    posts: apiHandlers(
      { unpublish },
      {
        unpublish: async ({ params, body, caller }) => {
          requireOriginalData(deps.restoreGuard);
          try {
            const { answer } = orRefuse(await unpublishPost(deps, caller.projectId, params.id, body?.targetIds));
            return { status: 200, body: answer };
          } finally {
            deps.forgetPosts();
          }
        },
      },
    ),
  };
}
