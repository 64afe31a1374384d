import type { Post } from '@fanfare/contract';
import type { DatabasePool } from '../db/database.ts';
import { RequestError } from '../http/request-error.ts';
import { errorDetail } from './error-detail.ts';
import { findPost } from './posts.table.ts';
import { cancelTargets } from './settled-targets.table.ts';
import { findTargets } from './targets.table.ts';
import { toPost } from './to-post.ts';

type Deps = { readonly db: DatabasePool };

/**
 * Cancels a scheduled post that still waits; again and again, with the same answer. Its targets settle as `cancelled` and what was reserved is released.
 * Null when the project has no such post; throws `not_cancellable` once a target has been taken up.
 */
export async function cancelPost(deps: Deps, projectId: string, postId: string): Promise<Post | null> {
  const post = await findPost(deps.db, projectId, postId);
  if (!post) return null;
  if (!post.cancelledAt) {
    const outcome = await deps.db.transaction((tx) =>
      cancelTargets(tx, { projectId, postId }, errorDetail('cancelled')),
    );
    // Whoever came second to another cancel finds the post cancelled, which is what was asked for.
    const after = outcome === 'cancelled' ? null : await findPost(deps.db, projectId, postId);
    if (outcome === 'not_cancellable' && !after?.cancelledAt) {
      throw new RequestError({
        code: 'not_cancellable',
        message: 'The post is no longer waiting: it was published at once, is being published, or has settled.',
      });
    }
  }
  const cancelled = await findPost(deps.db, projectId, postId);
  return cancelled && toPost(cancelled, await findTargets(deps.db, projectId, [postId]));
}
