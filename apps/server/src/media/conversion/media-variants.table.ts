import type { MediaFacts } from '@fanfare/media-file';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { MediaRef } from '../media.table.ts';

/**
 * A file that was made of a hosted one. `kind` says how; `mediaId` is the file that it goes with.
 */
export type MediaVariant = {
  readonly projectId: string;
  readonly mediaId: string;
  readonly kind: string;
  readonly key: string;
  /** Name of the hosted file. */
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly facts: MediaFacts;
};

const variants = (db: Database) =>
  knex('mediaVariants as v').connection(db).join('media as m', { 'm.projectId': 'v.projectId', 'm.id': 'v.mediaId' });

const ROW = [
  ...['v.projectId', 'v.mediaId', 'v.kind', 'v.key', 'm.filename', 'v.contentType', 'v.bytes', 'v.sha256', 'v.facts'],
];

/**
 * Inserts a variant whose bytes are in the store. False when there is one already, or when the file
 * was deleted.
 */
export async function insertVariant(db: Database, { filename: _, facts, ...variant }: MediaVariant): Promise<boolean> {
  const { projectId, mediaId, kind, key, contentType, bytes, sha256 } = variant;
  const inserted = await knex(
    knex.raw('media_variants (project_id, media_id, kind, key, content_type, bytes, sha256, facts)'),
  )
    .connection(db)
    .insert(
      knex('media')
        .where({ projectId, id: mediaId, status: 'ready' })
        .forKeyShare()
        .select(
          ...['projectId', 'id'],
          knex.raw('?::text, ?::text, ?::text, ?::bigint, ?::text, ?::jsonb', [
            ...[kind, key, contentType, bytes, sha256, JSON.stringify(facts)],
          ]),
        ),
    )
    .onConflict()
    .ignore()
    .returning<{ key: string }[]>('key');
  return inserted.length === 1;
}

/** The variants of these files. */
export const findVariants = (db: Database, projectId: string, mediaIds: readonly string[]): Promise<MediaVariant[]> =>
  variants(db).where({ 'v.projectId': projectId }).whereIn('v.mediaId', mediaIds).select<MediaVariant[]>(ROW);

/** Finds a variant by its public address; in one project, or in any. */
export async function findVariantByKey(
  db: Database,
  key: string,
  projectId: string | null = null,
): Promise<MediaVariant | null> {
  const found = variants(db).where({ 'v.key': key, ...(projectId !== null && { 'v.projectId': projectId }) });
  return (await found.first<MediaVariant | undefined>(ROW)) ?? null;
}

/** Keys of the variants of a file. */
export const listVariantKeys = (db: Database, { projectId, id }: MediaRef): Promise<string[]> =>
  knex('mediaVariants').connection(db).where({ projectId, mediaId: id }).pluck<string[]>('key');

export type ListedVariant = Pick<MediaVariant, 'projectId' | 'mediaId' | 'kind' | 'key' | 'bytes'>;

/** Lists variants of all projects after one, in the order of their keys. */
export async function listVariants(db: Database, after: ListedVariant | null, limit: number): Promise<ListedVariant[]> {
  const found = knex('mediaVariants').connection(db).orderBy(['projectId', 'mediaId', 'kind']).limit(limit);
  if (after) found.whereRaw('(project_id, media_id, kind) > (?, ?, ?)', [after.projectId, after.mediaId, after.kind]);
  return found.select<ListedVariant[]>('projectId', 'mediaId', 'kind', 'key', 'bytes');
}

/** Finds those of these keys that belong to variants, in any project. */
export const findVariantKeys = (db: Database, keys: readonly string[]): Promise<string[]> =>
  knex('mediaVariants').connection(db).whereIn('key', keys).pluck<string[]>('key');
