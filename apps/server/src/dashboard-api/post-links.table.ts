import type { Database } from '../db/database.ts';

/** One target of a post that sent failed targets of another one again. */
export type SentAgain = {
  /** Public id of the first post: its key begins with it. */
  readonly first: string;
  readonly nextId: string;
  readonly accountId: string;
  readonly spaceSlug: string | null;
};

/** What was sent again of these posts, by their public ids, oldest first. */
export async function findSentAgain(
  db: Database,
  projectId: string,
  firstIds: readonly string[],
): Promise<SentAgain[]> {
  const { rows } = await db.query<SentAgain>({
    // The condition on the key is that of the index, to the letter.
    text: `select split_part(k.key, '.again.', 1) as first, t.post_id as "nextId", t.account_id as "accountId", t.space_slug as "spaceSlug"
           from idempotency_keys k join targets t on t.project_id = k.project_id and t.post_id = k.post_id
           where k.project_id = $1 and k.key like '%.again.%' and split_part(k.key, '.again.', 1) = any($2)
           order by t.post_id, t.position`,
    values: [projectId, firstIds],
  });
  return rows;
}

/** The public ids with which the keys of these posts begin. */
export async function findFirstPosts(
  db: Database,
  projectId: string,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ postId: string; first: string }>({
    text: `select post_id as "postId", split_part(key, '.again.', 1) as first from idempotency_keys
           where project_id = $1 and post_id = any($2::uuid[]) and key like '%.again.%'`,
    values: [projectId, postIds],
  });
  return new Map(rows.map(({ postId, first }) => [postId, first]));
}

/** Those of the ids that are posts of the project. */
export async function findPostIds(db: Database, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select id from posts where project_id = $1 and id = any($2::uuid[])',
    values: [projectId, ids],
  });
  return new Set(rows.map(({ id }) => id));
}
