import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

const instance = (db: Database) => knex('instance').connection(db).where({ id: 1 });

/** Name of the folder of hosted files; null before the first server with one. */
export async function findMediaFolder(db: Database): Promise<string | null> {
  const [id] = await instance(db).pluck<(string | null)[]>('mediaFolderId');
  return id ?? null;
}

/** The same, and no other server names one before the transaction ends. */
export async function lockMediaFolder(tx: Database): Promise<string | null> {
  const [id] = await instance(tx).forUpdate().pluck<(string | null)[]>('mediaFolderId');
  return id ?? null;
}

/** Names the folder of hosted files. */
export async function setMediaFolder(tx: Database, mediaFolderId: string): Promise<void> {
  await instance(tx).update({ mediaFolderId });
}
