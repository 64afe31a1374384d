import type { Database } from '../db/database.ts';

/** A post in the order of the list, newest first. */
export type Mark = { readonly at: Date; readonly id: string };

/** A post that was created so long ago is visible to everybody: a statement ends after 15 s. */
const VISIBLE_AFTER = "interval '1 minute'";

/** The newest post behind which no other can still appear; null where there is none. */
export async function findNewestMark(db: Database, projectId: string): Promise<Mark | null> {
  const { rows } = await db.query<Mark>({
    name: 'find_newest_mark',
    text: `select created_at as at, id from posts where project_id = $1 and created_at < now() - ${VISIBLE_AFTER}
           order by created_at desc, id desc limit 1`,
    values: [projectId],
  });
  return rows[0] ?? null;
}

/** How many posts are newer than this one, counted up to `most`. */
export async function countNewer(db: Database, projectId: string, { at, id }: Mark, most: number): Promise<number> {
  const { rows } = await db.query<{ posts: number }>({
    name: 'count_newer',
    text: `select count(*)::int as posts from (
             select from posts where project_id = $1 and (created_at, id) > ($2::timestamptz, $3::uuid) limit $4) newer`,
    values: [projectId, at, id, most],
  });
  return rows[0]!.posts;
}

/** After this post, each one that is a multiple of `step` away from it, among the next `step * most`. */
export async function findMarks(
  db: Database,
  projectId: string,
  { at, id }: Mark,
  { step, most }: { readonly step: number; readonly most: number },
): Promise<Mark[]> {
  const { rows } = await db.query<Mark>({
    name: 'find_marks',
    text: `select at, id from (
             select created_at as at, id, row_number() over (order by created_at desc, id desc) as place from (
               select created_at, id from posts where project_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
               order by created_at desc, id desc limit $4::int * $5::int) next) p
           where place % $4::int = 0 order by place`,
    values: [projectId, at, id, step, most],
  });
  return rows;
}
