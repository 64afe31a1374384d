import { atPosition } from '../db/at-position.ts';
import type { Database } from '../db/database.ts';
import { derivedStatus } from './post-status.ts';

/** The key of a post of any project. */
export type PostKey = { readonly projectId: string; readonly postId: string };

/**
 * SQL: CTEs `free` and `stored`, which store how posts ended. The lists are parameters; the posts
 * are sorted. Skips posts that another transaction has locked: a removal stores the status itself.
 * No removal can delete targets while the relay holds the project's positions, so the event's
 * status is current.
 */
export const storeEnds = (
  lists: Readonly<Record<'projects' | 'posts' | 'events', `$${number}`>>,
): string => `free as materialized (
             select id from posts where project_id = any(${lists.projects}) and id = any(${lists.posts}) and settled_as is null and cancelled_at is null
             for no key update skip locked
           ), stored as (
             update posts p set settled_as = case ${atPosition('p.id', lists.posts, lists.events)}
               when 'post.published' then 'published' when 'post.failed' then 'failed' else 'partial' end
             where p.project_id = any(${lists.projects}) and p.id = any(array(select id from free)) and p.project_id = ${atPosition('p.id', lists.posts, lists.projects)}
           )`;

/** Null while a target of the post `p` has not settled, or when it was cancelled. */
const SETTLED_AS = `nullif(nullif(nullif(${derivedStatus('p')}, 'publishing'), 'scheduled'), 'cancelled')`;

/**
 * Stores the status of posts whose targets have all settled, and null for others: lists derive that
 * one from the targets. A stored status changes only when a removal deletes targets, so the order
 * of writes does not matter.
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
