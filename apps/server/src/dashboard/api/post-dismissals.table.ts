import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export async function findDismissals(
  db: Database,
  projectId: string,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await knex('postDismissals')
    .connection(db)
    .where({ projectId })
    .whereIn('postId', postIds)
    .select<{ postId: string; dismissedAt: Date }[]>('postId', 'dismissedAt');
  return new Map(rows.map(({ postId, dismissedAt }) => [postId, dismissedAt]));
}

/** Returns false when the project has no such post. */
export async function insertDismissal(db: Database, projectId: string, postId: string): Promise<boolean> {
  const { rows } = await knex
    .raw<{ rows: unknown[] }>(
      `with post as (select project_id, id from posts where project_id = ? and id = ?),
            dismissed as (insert into post_dismissals (project_id, post_id) select project_id, id from post on conflict do nothing)
       select id from post`,
      [projectId, postId],
    )
    .connection(db);
  return rows.length === 1;
}

/** Returns false when the project has no such post. */
export async function deleteDismissal(db: Database, projectId: string, postId: string): Promise<boolean> {
  const post = knex('posts').where({ projectId, id: postId }).select('projectId', 'id');
  const restored = knex('postDismissals')
    .whereIn(['projectId', 'postId'], knex('post').select('projectId', 'id'))
    .delete();
  const found = await knex('post').connection(db).with('post', post).with('restored', restored).first('id');
  return found !== undefined;
}
