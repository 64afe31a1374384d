import type { Database } from '../db/database.ts';

/** When posts were dismissed, by their ids. */
export async function findDismissals(
  db: Database,
  projectId: string,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await db.query<{ postId: string; dismissedAt: Date }>({
    text: `select post_id as "postId", dismissed_at as "dismissedAt" from post_dismissals
           where project_id = $1 and post_id = any($2::uuid[])`,
    values: [projectId, postIds],
  });
  return new Map(rows.map(({ postId, dismissedAt }) => [postId, dismissedAt]));
}

/** False when the project has no such post. */
export async function insertDismissal(db: Database, projectId: string, postId: string): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>({
    text: `with post as (select project_id, id from posts where project_id = $1 and id = $2),
                dismissed as (insert into post_dismissals (project_id, post_id)
                              select project_id, id from post on conflict do nothing)
           select id from post`,
    values: [projectId, postId],
  });
  return rows.length === 1;
}

/** False when the project has no such post. */
export async function deleteDismissal(db: Database, projectId: string, postId: string): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>({
    text: `with restored as (delete from post_dismissals where project_id = $1 and post_id = $2)
           select id from posts where project_id = $1 and id = $2`,
    values: [projectId, postId],
  });
  return rows.length === 1;
}
