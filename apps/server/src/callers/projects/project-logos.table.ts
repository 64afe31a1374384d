import type { LogoType } from '../../config/logo-type.ts';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type Logo = { readonly contentType: LogoType; readonly bytes: Buffer; readonly sha256: Buffer };

const logos = (db: Database) => knex('projectLogos').connection(db);

export async function putLogo(db: Database, projectId: string, { contentType, bytes, sha256 }: Logo): Promise<void> {
  await logos(db)
    .insert({ projectId, contentType, bytes, sha256, updatedAt: knex.fn.now() })
    .onConflict('projectId')
    .merge();
}

export async function findLogo(db: Database, projectId: string): Promise<Logo | null> {
  return (await logos(db).where({ projectId }).first<Logo | undefined>('contentType', 'bytes', 'sha256')) ?? null;
}

export async function deleteLogo(db: Database, projectId: string): Promise<void> {
  await logos(db).where({ projectId }).delete();
}
