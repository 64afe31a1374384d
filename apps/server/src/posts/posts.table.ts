import type { MediaItem } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { columnsOf, type TargetRow, withFollowUps } from '../publishing/targets.table.ts';

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

/** One row per target of a post; a single row with a null `id` for a post without targets. */
export type WholePostRow = {
  readonly pId: string;
  readonly pContent: string;
  readonly pMedia: MediaItem[];
  readonly pPublishAt: Date | null;
  readonly pCancelledAt: Date | null;
  readonly pCreatedAt: Date;
} & (TargetRow | { readonly [Column in keyof TargetRow]: null });

const TARGET_COLUMNS = columnsOf('t');

/**
 * Posts with their targets. `posts` selects rows of `posts`, and `order` sorts them as `p`. The
 * `offset` keeps PostgreSQL from joining before it has limited the posts.
 */
export const wholePosts = (posts: string, order: string): string =>
  `select p.id as "pId", p.content as "pContent", p.media as "pMedia", p.publish_at as "pPublishAt", p.cancelled_at as "pCancelledAt",
     p.created_at as "pCreatedAt", ${TARGET_COLUMNS}
   from (${posts}) p left join lateral (select * from targets t where t.project_id = p.project_id and t.post_id = p.id offset 0) t on true
   order by ${order}, t.position`;

/** Groups rows by post. The rows of a post are consecutive, and each is also a `TargetRow`. */
export function toWholePosts(projectId: string, rows: readonly WholePostRow[]): WholePost[] {
  const found: { readonly post: PostRow; readonly targets: TargetRow[] }[] = [];
  for (const row of rows) {
    if (found.at(-1)?.post.id !== row.pId) found.push({ post: toPostRow(projectId, row), targets: [] });
    if (row.id !== null) found.at(-1)!.targets.push(row);
  }
  return found.map(({ post, targets }) => ({ post, targets: withFollowUps(targets) }));
}

const toPostRow = (projectId: string, row: WholePostRow): PostRow => ({
  projectId,
  id: row.pId,
  content: row.pContent,
  media: row.pMedia,
  publishAt: row.pPublishAt,
  cancelledAt: row.pCancelledAt,
  createdAt: row.pCreatedAt,
});

const FIND_POST = wholePosts('select * from posts where project_id = $1 and id = $2', 'p.id');

export async function findPost(db: Database, projectId: string, id: string): Promise<WholePost | null> {
  const { rows } = await db.query<WholePostRow>({
    name: 'find_post',
    text: FIND_POST,
    values: [projectId, id],
  });
  return toWholePosts(projectId, rows)[0] ?? null;
}
