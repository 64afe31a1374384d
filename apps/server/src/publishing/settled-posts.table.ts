import { atPlace } from '../db/at-place.ts';
import type { Database } from '../db/database.ts';
import { derivedStatus } from './post-status.ts';

/** A post, of any project. */
export type PostKey = { readonly projectId: string; readonly postId: string };

/**
 * SQL: stores how posts ended, in lists that are parameters: the projects, the posts, which are sorted, and the types of the events that say how. The CTEs `free`
 * and `stored`.
 *
 * A post that another transaction has is left out: a removal that has one waits for the relay, and stores its status itself. No removal can delete targets
 * while the relay has the positions of the project, so the status is still what the event says.
 */
export const storeEnds = (
  lists: Readonly<Record<'projects' | 'posts' | 'events', `$${number}`>>,
): string => `free as materialized (
             select id from posts where project_id = any(${lists.projects}) and id = any(${lists.posts}) and settled_as is null and cancelled_at is null
             for no key update skip locked
           ), stored as (
             update posts p set settled_as = case ${atPlace('p.id', lists.posts, lists.events)}
               when 'post.published' then 'published' when 'post.failed' then 'failed' else 'partial' end
             where p.project_id = any(${lists.projects}) and p.id = any(array(select id from free)) and p.project_id = ${atPlace('p.id', lists.posts, lists.projects)}
           )`;

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
