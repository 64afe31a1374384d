import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** Target of a post that sent failed targets of another one again. */
export type SentAgain = {
  readonly first: string;
  readonly nextId: string;
  readonly accountId: string;
  readonly spaceSlug: string | null;
};

/** Expression and condition of the index, to the letter. */
const FIRST = "split_part(key, '.again.', 1)";
const IS_AGAIN = "key like '%.again.%'";

const again = (db: Database, projectId: string) =>
  knex('idempotencyKeys as k').connection(db).where({ 'k.projectId': projectId }).whereRaw(IS_AGAIN);

/** Finds targets sent again for these posts, by public ids, oldest first. */
export async function findSentAgain(
  db: Database,
  projectId: string,
  firstIds: readonly string[],
): Promise<SentAgain[]> {
  return again(db, projectId)
    .join('targets as t', { 't.projectId': 'k.projectId', 't.postId': 'k.postId' })
    .whereNull('t.follows')
    .whereRaw(`${FIRST} = any(?)`, [[...firstIds]])
    .orderBy(['t.postId', 't.position'])
    .select<SentAgain[]>(knex.raw(`${FIRST} as first`), 't.postId as nextId', 't.accountId', 't.spaceSlug');
}

/** Finds the public ids with which the keys of these posts begin. */
export async function findFirstPosts(
  db: Database,
  projectId: string,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await again(db, projectId)
    .whereIn('postId', postIds)
    .select<{ postId: string; first: string }[]>('postId', knex.raw(`${FIRST} as first`));
  return new Map(rows.map(({ postId, first }) => [postId, first]));
}

/** Finds the ids that are posts of the project. */
export async function findPostIds(db: Database, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set(await knex('posts').connection(db).where({ projectId }).whereIn('id', ids).pluck<string[]>('id'));
}
