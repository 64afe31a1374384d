import type { MediaItem } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { columnsOf, type StoredTarget, type TargetRow, toTargetRow } from './targets.table.ts';

export type PostRow = {
  readonly projectId: string;
  readonly id: string;
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly createdAt: Date;
};

/** A post with its targets in the order of the request. */
export type WholePost = { readonly post: PostRow; readonly targets: readonly TargetRow[] };

/** One row for each target of a post; a post without targets has one whose `id` is null. */
export type StoredWholePost = {
  p_id: string;
  p_content: string;
  p_media: MediaItem[];
  p_publish_at: Date | null;
  p_cancelled_at: Date | null;
  p_created_at: Date;
} & (StoredTarget | { [Column in keyof StoredTarget]: null });

/**
 * Posts with their targets: `posts` selects rows of `posts`, and `order` sorts them as `p`. The `offset` keeps PostgreSQL from joining before it has limited the
 * posts.
 */
export const wholePosts = (posts: string, order: string): string =>
  `select p.id as p_id, p.content as p_content, p.media as p_media, p.publish_at as p_publish_at, p.cancelled_at as p_cancelled_at,
     p.created_at as p_created_at, ${columnsOf('t')}
   from (${posts}) p left join lateral (select * from targets t where t.project_id = p.project_id and t.post_id = p.id offset 0) t on true
   order by ${order}, t.position`;

/** The posts of rows in which those of one post follow each other. */
export function toWholePosts(projectId: string, rows: readonly StoredWholePost[]): WholePost[] {
  const found: { readonly post: PostRow; readonly targets: TargetRow[] }[] = [];
  for (const row of rows) {
    if (found.at(-1)?.post.id !== row.p_id) found.push({ post: toPostRow(projectId, row), targets: [] });
    if (row.id !== null) found.at(-1)!.targets.push(toTargetRow(row));
  }
  return found;
}

const toPostRow = (projectId: string, row: StoredWholePost): PostRow => ({
  projectId,
  id: row.p_id,
  content: row.p_content,
  media: row.p_media,
  publishAt: row.p_publish_at,
  cancelledAt: row.p_cancelled_at,
  createdAt: row.p_created_at,
});

export async function findPost(db: Database, projectId: string, id: string): Promise<WholePost | null> {
  const { rows } = await db.query<StoredWholePost>({
    name: 'find_post',
    text: wholePosts('select * from posts where project_id = $1 and id = $2', 'p.id'),
    values: [projectId, id],
  });
  return toWholePosts(projectId, rows)[0] ?? null;
}
