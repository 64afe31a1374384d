import type { Post } from '@fanfare/contract';
import { type Decision, noSuch, refuse } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { fromPublicId } from '../process/ids.ts';
import { findPost } from './posts.table.ts';
import { toPost } from './to-post.ts';

/** A post of the project by its public id. */
export async function readPost(
  { db }: { readonly db: Database },
  projectId: string,
  publicId: string,
): Promise<Decision<{ readonly post: Post }>> {
  const id = fromPublicId('post', publicId);
  const post = id && (await findPost(db, projectId, id));
  if (!post) return refuse(noSuch('post'));
  return { ok: true, post: toPost(post) };
}
