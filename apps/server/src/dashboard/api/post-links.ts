import type { PostLinks } from '@fanfare/app-contract';
import type { Database } from '../../db/database.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { findDismissals } from './post-dismissals.table.ts';
import { findFirstPosts, findPostIds, findSentAgain } from './post-links.table.ts';

type Deps = { readonly db: Database };

/** Reads links between posts: sent again from, sent again as, dismissed. */
export async function readPostLinks(
  { db }: Deps,
  projectId: string,
  publicIds: readonly string[],
): Promise<PostLinks[]> {
  const ids = publicIds.flatMap((id) => fromPublicId('post', id) ?? []);
  const [again, firsts, dismissals] = await Promise.all([
    findSentAgain(db, projectId, publicIds),
    findFirstPosts(db, projectId, ids),
    findDismissals(db, projectId, ids),
  ]);
  // A caller chooses its keys, so the text may look like the id of a post and be none.
  const named = [...firsts.values()].flatMap((first) => fromPublicId('post', first) ?? []);
  const existing = named.length === 0 ? new Set<string>() : await findPostIds(db, projectId, named);
  return ids.flatMap((id) => {
    const postId = toPublicId('post', id);
    const from = fromPublicId('post', firsts.get(id) ?? '');
    const nexts = again.filter(({ first }) => first === postId).map(({ nextId }) => toPublicId('post', nextId));
    const links = {
      postId,
      sentAgainFrom: from !== null && existing.has(from) ? toPublicId('post', from) : null,
      sentAgainAs: [...new Set(nexts)],
      dismissedAt: dismissals.get(id)?.toISOString() ?? null,
    };
    const hasAny = links.sentAgainFrom !== null || links.sentAgainAs.length > 0 || links.dismissedAt !== null;
    return hasAny ? [links] : [];
  });
}
