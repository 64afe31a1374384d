import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import type { MediaRef } from './media.table.ts';

export type ReadyMedia = MediaRef & { readonly key: string; readonly bytes: number };

const ready = (db: Database) => knex('media').connection(db).where({ status: 'ready' });

/** Lists `ready` files of all projects after one, in the order of their keys. */
export async function listReadyMedia(db: Database, after: MediaRef | null, limit: number): Promise<ReadyMedia[]> {
  const found = ready(db).orderBy(['projectId', 'id']).limit(limit);
  if (after) found.whereRaw('(project_id, id) > (?, ?)', [after.projectId, after.id]);
  return found.select('projectId', 'id', 'key', 'bytes');
}

/** Whether a file has not been deleted since it was listed. */
export async function isReady(db: Database, { projectId, id }: MediaRef): Promise<boolean> {
  return (await ready(db).where({ projectId, id }).first('id')) !== undefined;
}
