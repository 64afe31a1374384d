import type { Database } from '../../db/database.ts';
import { hashToken } from '../../http/token.ts';
import { uploadTokenOf } from '../../media/media-addresses.ts';
import type { MovedWorkspace } from './workspace-rows.ts';

/** Bytes of a hosted file, or of a variant of one. */
export type StoredFile = {
  readonly projectId: string;
  readonly mediaId: string;
  /** Empty for the file itself. */
  readonly kind: string;
  readonly key: string;
  readonly bytes: number;
  /** Null for an upload that was not completed. */
  readonly sha256: string | null;
};

export type FileTotal = { readonly files: number; readonly bytes: number };

/** Files that may have bytes, and their variants. */
const FILES = `(select project_id, id as media_id, '' as kind, key, bytes, sha256 from media
    where project_id = any($1::uuid[]) and status <> 'refused'
  union all select project_id, media_id, kind, key, bytes, sha256 from media_variants where project_id = any($1::uuid[])) files`;

/** Lists files of a workspace after one, in the order of their ids. */
export async function listFiles(
  db: Database,
  { projectIds }: MovedWorkspace,
  after: StoredFile | null,
  limit: number,
): Promise<readonly StoredFile[]> {
  const { rows } = await db.query<StoredFile>({
    text: `select project_id as "projectId", media_id as "mediaId", kind, key, bytes, sha256 from ${FILES}
           where $2::uuid is null or (project_id, media_id, kind) > ($2, $3::uuid, $4::text)
           order by project_id, media_id, kind limit $5`,
    values: [[...projectIds], after?.projectId ?? null, after?.mediaId ?? null, after?.kind ?? null, limit],
  });
  return rows;
}

export async function countFiles(db: Database, { projectIds }: MovedWorkspace): Promise<FileTotal> {
  const { rows } = await db.query<FileTotal>({
    text: `select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from ${FILES}`,
    values: [[...projectIds]],
  });
  return rows[0]!;
}

/** Whether a file has not been deleted since it was listed. */
export async function isThere(db: Database, { projectId, key }: StoredFile): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from media where project_id = $1 and key = $2
           union all select from media_variants where project_id = $1 and key = $2`,
    values: [projectId, key],
  });
  return rowCount! > 0;
}

/** Gives waiting uploads the addresses that the new cell shows. `secret` is that of its uploads. */
export async function readdressUploads(db: Database, schema: string, secret: Buffer): Promise<void> {
  const { rows } = await db.query<{ key: string }>({
    text: `select key from ${schema}.media where upload_token_sha256 is not null`,
  });
  await db.query({
    text: `update ${schema}.media m set upload_token_sha256 = t.hash from unnest($1::text[], $2::bytea[]) t(key, hash) where m.key = t.key`,
    values: [rows.map(({ key }) => key), rows.map(({ key }) => hashToken(uploadTokenOf(secret, key)))],
  });
}
