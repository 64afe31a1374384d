import type { Post } from '@fanfare/contract';
import { type Decision, decideCancel } from '@fanfare/rules';
import type { DatabasePool } from '../db/database.ts';
import { fromPublicId } from '../process/ids.ts';
import { errorDetail } from '../publishing/error-detail.ts';
import { cancelTargets } from '../publishing/settled-targets.table.ts';
import { readPost } from './read-post.ts';

type Deps = { readonly db: DatabasePool };

/**
 * Cancels a scheduled post that waits, and returns it. A cancelled post is returned as it is. Its
 * targets settle as `cancelled`, and its units are released.
 */
export async function cancelPost(
  { db }: Deps,
  projectId: string,
  publicId: string,
): Promise<Decision<{ readonly post: Post }>> {
  const postId = fromPublicId('post', publicId);
  // First, as the read after it is final. Changes nothing unless every target waits.
  if (postId) await db.transaction((tx) => cancelTargets(tx, { projectId, postId }, errorDetail('cancelled')));
  const found = await readPost({ db }, projectId, publicId);
  const decision = found.ok ? decideCancel(found.post) : found;
  return decision.ok ? found : decision;
}
