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
    text: `select project_id as "projectId", id as "postId" from posts
           where project_id = any($1::uuid[]) and id = any($2::uuid[]) for no key update skip locked`,
    values: [posts.map(({ projectId }) => projectId), posts.map(({ postId }) => postId)],
  });
  return rows;
}

/** Null while a target of the post `p` has not settled, or when it was cancelled. */
const SETTLED_AS = `nullif(nullif(nullif(${derivedStatus('p')}, 'publishing'), 'scheduled'), 'cancelled')`;

/**
 * Stores the status of posts whose targets have all settled, and null for others: lists then derive it from the targets. What a settled post is never changes, unless a
 * removal deletes targets. Lists find a post by what is stored, or by its targets where nothing is: the order of writes does not matter.
 */
export async function storeSettled(db: Database, posts: readonly PostKey[]): Promise<void> {
  if (posts.length === 0) return;
  await db.query({
    name: 'store_settled',
    text: `update posts p set settled_as = ${SETTLED_AS}
           where project_id = any($1::uuid[]) and id = any($2::uuid[]) and settled_as is distinct from ${SETTLED_AS}`,
    values: [posts.map(({ projectId }) => projectId), posts.map(({ postId }) => postId)],
  });
}
