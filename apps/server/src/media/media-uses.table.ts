import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { findArriving } from './arriving-media.table.ts';
import { findVariantKeys, listVariantKeys } from './conversion/media-variants.table.ts';
import type { MediaRef } from './media.table.ts';
import { END, USES } from './media-end.ts';

/** A look at a file that a waiting post or a draft uses is repeated after this time. */
const LOOK_AGAIN = "interval '1 hour'";

const withUses = (db: Database) => knex('media as m').connection(db).joinRaw(USES);

/**
 * Notes which files a post will use, before it is recorded. Returns those that are `ready`: they
 * stay until the post has settled, or for an hour when it is not recorded.
 */
export async function useMedia(
  db: Database,
  { projectId, postId, mediaIds }: { projectId: string; postId: string; mediaIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  // Deletions lock the row before they look for uses.
  const held = knex('media').where({ projectId, status: 'ready' }).whereIn('id', mediaIds).orderBy('id').forKeyShare();
  const used = knex(knex.raw('media_uses (project_id, media_id, post_id)'))
    .insert(knex.select('projectId', 'id', knex.raw('?::uuid', [postId])).from('held'))
    .onConflict()
    .ignore();
  const found = await knex('held')
    .connection(db)
    .with('held', held.select('projectId', 'id'))
    .with('used', used)
    .pluck<string[]>('id');
  return new Set(found);
}

/** Deletes a file. Returns its keys, or why it stays. Within a transaction. */
export async function deleteMedia(
  tx: Database,
  { projectId, id }: MediaRef,
): Promise<{ readonly keys: readonly string[] } | 'unknown' | 'in_use'> {
  const rows = knex('media').where({ projectId, id });
  // The next statement sees every use that was written before the lock.
  const locked = await rows.clone().connection(tx).forUpdate().pluck('id');
  if (locked.length === 0) return 'unknown';
  const found = withUses(tx).where({ 'm.projectId': projectId, 'm.id': id });
  const { key, hasOpen } = await found.first<{ key: string; hasOpen: boolean }>('m.key', 'uses.hasOpen');
  if (hasOpen) return 'in_use';
  const variants = await listVariantKeys(tx, { projectId, id });
  await rows.clone().connection(tx).delete();
  return { keys: [key, ...variants] };
}

/** Deletes files that only posts without targets use. Their bytes follow. Within a transaction. */
export async function deleteMediaOfPosts(tx: Database, projectId: string, postIds: readonly string[]): Promise<void> {
  const ofPosts = knex('mediaUses').where({ projectId }).whereIn('postId', postIds).select('mediaId');
  const rows = knex('media').where({ projectId });
  const ids = await rows.clone().connection(tx).whereIn('id', ofPosts).orderBy('id').forUpdate().pluck<string[]>('id');
  if (ids.length === 0) return;
  const others = knex('mediaUses as u')
    .join('targets as t', { 't.projectId': 'u.projectId', 't.postId': 'u.postId' })
    .where({ 'u.projectId': knex.ref('m.projectId'), 'u.mediaId': knex.ref('m.id') });
  const unused = withUses(tx).where({ 'm.projectId': projectId, 'uses.hasOpen': false }).whereIn('m.id', ids);
  const gone = await unused.whereNotExists(others).pluck<string[]>('m.id');
  await rows.clone().connection(tx).whereIn('id', gone).delete();
}

/** The number of rows that were looked at, and the keys of those that had ended. */
export type TakenMedia = { readonly looked: number; readonly keys: readonly string[] };

/** Deletes rows of files that have ended, oldest first. Within a transaction. */
export async function takeEnded(tx: Database, now: Date, limit: number): Promise<TakenMedia> {
  const due = knex('media').connection(tx).where('lookAt', '<=', now).orderBy('lookAt').limit(limit);
  // The next statement sees every use that was written before the lock.
  const locked = await due.forUpdate().skipLocked().select<MediaRef[]>('projectId', 'id');
  if (locked.length === 0) return { looked: 0, keys: [] };
  const keyOf = ({ projectId, id }: MediaRef) => [projectId, id];
  const found = await withUses(tx)
    .whereIn(['m.projectId', 'm.id'], locked.map(keyOf))
    .select<(MediaRef & { hasEnded: boolean })[]>(
      ...['m.projectId', 'm.id', knex.raw(`coalesce(${END} <= ?, false) as has_ended`, [now])],
    );
  const [ended, others] = [found.filter(({ hasEnded }) => hasEnded), found.filter(({ hasEnded }) => !hasEnded)];
  const gone = knex('media').connection(tx).whereIn(['projectId', 'id'], ended.map(keyOf)).delete();
  const deleted = ended.length === 0 ? [] : await gone.returning<{ key: string }[]>('key');
  if (others.length > 0) await lookAgain(tx, others.map(keyOf), now);
  return { looked: locked.length, keys: deleted.map(({ key }) => key) };
}

/** Sets the time of the next look: the end, where it is known. */
async function lookAgain(tx: Database, keys: readonly string[][], now: Date): Promise<void> {
  const at = knex.raw(`coalesce(${END}, ?::timestamptz + ${LOOK_AGAIN}) as at`, [now]);
  const next = knex('media as m')
    .joinRaw(USES)
    .whereIn(['m.projectId', 'm.id'], keys)
    .select('m.projectId', 'm.id', at);
  await knex('media')
    .connection(tx)
    .with('next', next)
    .updateFrom('next')
    .where({ 'media.projectId': knex.ref('next.projectId'), 'media.id': knex.ref('next.id') })
    .update({ lookAt: knex.ref('next.at') });
}

/**
 * Finds those of these keys that belong to files, in any project, to their variants, or to arriving
 * files.
 */
export async function findKnownKeys(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  // First, because they become rows of files meanwhile.
  const arriving = await findArriving(db, keys);
  const files = await knex('media').connection(db).whereIn('key', keys).pluck<string[]>('key');
  return new Set([...arriving, ...files, ...(await findVariantKeys(db, keys))]);
}
