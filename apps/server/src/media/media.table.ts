import type { EventMedia, MediaFileStatus } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import type { Stored } from '@fanfare/rules';
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { insertEvents } from '../events/emit.ts';
import { END, UNUSED, USES } from './media-end.ts';

/** A hosted file: its id in a project. */
export type MediaRef = { readonly projectId: string; readonly id: string };

export type MediaRow = MediaRef & {
  /** Name of its bytes in the store, and the secret part of its address. */
  readonly key: string;
  readonly status: MediaFileStatus;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly announcedSha256: string | null;
  readonly sha256: string | null;
  readonly uploadExpiresAt: Date | null;
  readonly facts: MediaFacts | null;
  readonly error: string | null;
  readonly requestSha256: Buffer | null;
  readonly createdAt: Date;
};

/** With its end: null while a post that has not settled, or a draft, uses it. */
export type MediaWithEnd = MediaRow & { readonly expiresAt: Date | null };

export type NewMedia = MediaRef &
  Pick<MediaRow, 'key' | 'filename' | 'contentType' | 'bytes' | 'announcedSha256'> & {
    /** Null for a file that does not come by an upload. */
    readonly upload: { readonly tokenSha256: Buffer; readonly expiresAt: Date } | null;
    readonly idempotency: { readonly key: string; readonly requestSha256: Buffer } | null;
  };

const ROW = [
  ...['projectId', 'id', 'key', 'status', 'filename', 'contentType', 'bytes', 'announcedSha256', 'sha256'],
  ...['uploadExpiresAt', 'facts', 'error', 'requestSha256', 'createdAt'],
].map((column) => `m.${column}`);

const media = (db: Database) => knex('media as m').connection(db);

/** Rows with their ends. */
const withEnd = (db: Database): Knex.QueryBuilder =>
  media(db)
    .joinRaw(USES)
    .select(ROW)
    .select(knex.raw(`${END} as expires_at`));

/** Inserts a file. Returns false when the project has one with its idempotency key. */
export async function insertMedia(tx: Database, file: NewMedia): Promise<boolean> {
  const { projectId, id, key, filename, contentType, bytes, announcedSha256, upload, idempotency } = file;
  const inserted = await knex('media')
    .connection(tx)
    .insert({
      ...{ projectId, id, key, filename, contentType, bytes, announcedSha256, lookAt: knex.raw(`now() + ${UNUSED}`) },
      ...{ uploadTokenSha256: upload?.tokenSha256 ?? null, uploadExpiresAt: upload?.expiresAt ?? null },
      ...{ idempotencyKey: idempotency?.key ?? null, requestSha256: idempotency?.requestSha256 ?? null },
    })
    .onConflict(['projectId', 'idempotencyKey'])
    .ignore()
    .returning<{ id: string }[]>('id');
  return inserted.length === 1;
}

/** Finds a file by its id, or by the idempotency key of its request. */
export async function findMedia(
  db: Database,
  projectId: string,
  by: { readonly id: string } | { readonly idempotencyKey: string },
): Promise<MediaWithEnd | null> {
  const column = 'id' in by ? { 'm.id': by.id } : { 'm.idempotencyKey': by.idempotencyKey };
  return (
    (await withEnd(db)
      .where({ 'm.projectId': projectId, ...column })
      .first<MediaWithEnd | undefined>()) ?? null
  );
}

/** Lists files older than `before`, newest first. */
export async function listMedia(
  db: Database,
  projectId: string,
  of: { readonly status: MediaFileStatus | null; readonly before: string | null; readonly limit: number },
): Promise<MediaWithEnd[]> {
  const found = withEnd(db).where({ 'm.projectId': projectId, ...(of.status && { 'm.status': of.status }) });
  if (of.before !== null) found.where('m.id', '<', of.before);
  return found.orderBy('m.id', 'desc').limit(of.limit);
}

/** Finds the files of a project that have these keys, in any state. */
export async function findMediaByKeys(
  db: Database,
  projectId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MediaRow>> {
  const rows = await media(db).where({ projectId }).whereIn('key', keys).select<MediaRow[]>(ROW);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Finds the file that an upload is for, while its bytes may come. */
export async function findUpload(db: Database, uploadTokenSha256: Buffer, now: Date): Promise<MediaRow | null> {
  const found = media(db).where({ uploadTokenSha256 }).where('uploadExpiresAt', '>', now);
  return (await found.first<MediaRow | undefined>(ROW)) ?? null;
}

/** Finds a `ready` file by its public address. */
export async function findReady(db: Database, key: string): Promise<(MediaRow & { readonly sha256: string }) | null> {
  const found = media(db).where({ key, status: 'ready' });
  return (await found.first<(MediaRow & { readonly sha256: string }) | undefined>(ROW)) ?? null;
}

const ended = { uploadTokenSha256: null, uploadExpiresAt: null };

/** The result of a check of a file's bytes. */
export type CheckedMedia = Pick<MediaRow, 'contentType' | 'filename' | 'bytes' | 'error'> & {
  readonly status: 'ready' | 'refused';
  readonly sha256: string;
  readonly facts: MediaFacts;
};

/**
 * Stores the result of a check, ends the upload and writes the event. Nothing for a checked file.
 */
export async function settleMedia(
  db: Database,
  { projectId, id }: MediaRef,
  { facts, ...checked }: CheckedMedia,
  event: EventMedia,
): Promise<void> {
  const changed = knex('media')
    .where({ projectId, id, status: 'awaiting_upload' })
    .update({ ...ended, ...checked, facts: JSON.stringify(facts) })
    .returning('*');
  const emitted = insertEvents('changed', {
    type: `'${checked.status === 'ready' ? 'media.ready' : 'media.failed'}'`,
    facts: '?::jsonb',
  });
  await knex('changed')
    .connection(db)
    .with('changed', changed)
    .with('event', knex.raw(emitted, [JSON.stringify({ media: event })]))
    .select('id');
}

/** Counts the files of a project, with the bytes of their variants. Refused files have none. */
export async function countStored(tx: Database, projectId: string): Promise<Stored> {
  const variants = 'select coalesce(sum(bytes), 0) from media_variants where project_id = ?';
  const bytes = `(coalesce(sum(bytes) filter (where status <> 'refused'), 0) + (${variants}))::bigint as bytes`;
  const openUploads = "count(*) filter (where status = 'awaiting_upload') as open_uploads";
  return media(tx)
    .where({ projectId })
    .first<Stored>(knex.raw(bytes, [projectId]), knex.raw('count(*) as files'), knex.raw(openUploads));
}
