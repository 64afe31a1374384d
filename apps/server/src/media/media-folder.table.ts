import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

const instance = (db: Database) => knex('instance').connection(db).where({ id: 1 });

/** Name of the folder of hosted files; null before the first server with one. */
export async function findMediaFolder(db: Database): Promise<string | null> {
  const [id] = await instance(db).pluck<(string | null)[]>('mediaFolderId');
  return id ?? null;
}

/** Names the folder of hosted files. Of servers that do so at once, the first one wins. */
export async function setMediaFolder(db: Database, mediaFolderId: string): Promise<void> {
  await instance(db).where({ mediaFolderId: null }).update({ mediaFolderId });
}
