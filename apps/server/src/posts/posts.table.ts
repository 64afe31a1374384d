import type { MediaItem } from '@fanfare/contract';
import type { Database } from '../db/database.ts';

export type PostRow = {
  readonly projectId: string;
  readonly id: string;
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly createdAt: Date;
};

export type StoredPost = {
  project_id: string;
  id: string;
  content: string;
  media: MediaItem[];
  publish_at: Date | null;
  cancelled_at: Date | null;
  created_at: Date;
};

export const toPostRow = (row: StoredPost): PostRow => ({
  projectId: row.project_id,
  id: row.id,
  content: row.content,
  media: row.media,
  publishAt: row.publish_at,
  cancelledAt: row.cancelled_at,
  createdAt: row.created_at,
});

/** The post of an idempotency key, with the hash of the body that the key was first used with. */
export async function findPostByKey(
  db: Database,
  projectId: string,
  key: string,
): Promise<{ post: PostRow; bodySha256: Buffer } | null> {
  const { rows } = await db.query<StoredPost & { body_sha256: Buffer }>({
    name: 'find_post_by_key',
    text: `select p.*, k.body_sha256 from idempotency_keys k
           join posts p on p.project_id = k.project_id and p.id = k.post_id
           where k.project_id = $1 and k.key = $2`,
    values: [projectId, key],
  });
  const [row] = rows;
  return row ? { post: toPostRow(row), bodySha256: row.body_sha256 } : null;
}

export async function findPost(db: Database, projectId: string, id: string): Promise<PostRow | null> {
  const { rows } = await db.query<StoredPost>({
    name: 'find_post',
    text: 'select * from posts where project_id = $1 and id = $2',
    values: [projectId, id],
  });
  return rows[0] ? toPostRow(rows[0]) : null;
}
