import type { Database } from '../db/database.ts';
import type { LogoType } from './logo-type.ts';

export type Logo = { readonly contentType: LogoType; readonly bytes: Buffer; readonly sha256: Buffer };

export async function putLogo(db: Database, projectId: string, { contentType, bytes, sha256 }: Logo): Promise<void> {
  await db.query({
    text: `insert into project_logos (project_id, content_type, bytes, sha256) values ($1, $2, $3, $4)
           on conflict (project_id) do update
             set content_type = excluded.content_type, bytes = excluded.bytes, sha256 = excluded.sha256, updated_at = now()`,
    values: [projectId, contentType, bytes, sha256],
  });
}

export async function findLogo(db: Database, projectId: string): Promise<Logo | null> {
  const { rows } = await db.query<{ content_type: LogoType; bytes: Buffer; sha256: Buffer }>({
    text: 'select content_type, bytes, sha256 from project_logos where project_id = $1',
    values: [projectId],
  });
  const [row] = rows;
  return row ? { contentType: row.content_type, bytes: row.bytes, sha256: row.sha256 } : null;
}

export async function deleteLogo(db: Database, projectId: string): Promise<void> {
  await db.query({ text: 'delete from project_logos where project_id = $1', values: [projectId] });
}
