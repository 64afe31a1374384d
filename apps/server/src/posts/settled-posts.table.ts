import type { Database } from '../db/database.ts';
import { derivedStatus } from './post-status.ts';

/** A post, of any project. */
export type PostKey = { readonly projectId: string; readonly postId: string };

/**
 * Locks these posts until the transaction ends, and returns them without those that another transaction has. A removal that has one waits for the relay, so the
 * relay must not wait for it.
 */
export async function lockPosts(tx: Database, posts: readonly PostKey[]): Promise<readonly PostKey[]> {
  if (posts.length === 0) return [];
  const { rows } = await tx.query<PostKey>({
    name: 'lock_posts',
    text: `select p.project_id as "projectId", p.id as "postId" from unnest($1::uuid[], $2::uuid[]) w(project_id, id)
           join posts p on p.project_id = w.project_id and p.id = w.id
           where p.project_id = any($1) and p.id = any($2) for no key update of p skip locked`,
    values: [posts.map(({ projectId }) => projectId), posts.map(({ postId }) => postId)],
  });
  return rows;
}

/**
 * Stores the status of posts whose targets have all settled, and takes it from others: then it is derived. What a settled post is never changes, unless a
 * removal deletes targets. Lists find a post by what is stored, or by its targets where nothing is: the order of writes does not matter.
 */
export async function storeSettled(db: Database, posts: readonly PostKey[]): Promise<void> {
  if (posts.length === 0) return;
  await db.query({
    name: 'store_settled',
    text: `update posts u set settled_as = s.status
           from (
             select p.project_id, p.id, nullif(nullif(nullif(${derivedStatus('p')}, 'publishing'), 'scheduled'), 'cancelled') as status
             from unnest($1::uuid[], $2::uuid[]) w(project_id, id)
             join posts p on p.project_id = w.project_id and p.id = w.id
             where p.project_id = any($1) and p.id = any($2)
           ) s
           where u.project_id = s.project_id and u.id = s.id and u.id = any($2) and u.settled_as is distinct from s.status`,
    values: [posts.map(({ projectId }) => projectId), posts.map(({ postId }) => postId)],
  });
}
