import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

const arriving = (db: Database) => knex('arrivingMedia').connection(db);

/** Notes files whose bytes come before their rows, so that nothing deletes them. */
export async function noteArriving(db: Database, workspaceId: string, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => ({ key, workspaceId }));
  if (rows.length > 0) await knex('arrivingMedia').connection(db).insert(rows).onConflict('key').ignore();
}

export async function setWhole(db: Database, key: string): Promise<void> {
  await arriving(db).where({ key }).update({ isWhole: true });
}

/** Finds those of these files that are here with all bytes. */
export async function findWhole(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await arriving(db).where({ isWhole: true }).whereIn('key', keys).pluck<string[]>('key'));
}

/** Finds those of these keys that belong to arriving files. */
export const findArriving = (db: Database, keys: readonly string[]): Promise<string[]> =>
  arriving(db).whereIn('key', keys).pluck<string[]>('key');

export async function hasArriving(db: Database, workspaceId: string): Promise<boolean> {
  return (await arriving(db).where({ workspaceId }).first('key')) !== undefined;
}

/** Forgets the files of a workspace: it has arrived, or does not come. */
export async function deleteArriving(db: Database, workspaceId: string): Promise<void> {
  await arriving(db).where({ workspaceId }).delete();
}
