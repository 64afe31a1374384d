import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

const instance = (db: Database) => knex('instance').connection(db);

/** Stores the canary of a new installation. A stored one stays. */
export async function insertCanary(db: Database, canary: Buffer): Promise<void> {
  await instance(db).insert({ id: 1, canary }).onConflict('id').ignore();
}

export async function findCanary(db: Database): Promise<Buffer | null> {
  return (await instance(db).where({ id: 1 }).first<{ canary: Buffer } | undefined>('canary'))?.canary ?? null;
}

/** Replaces the canary, unless another process has done so since it was read. */
export async function replaceStoredCanary(db: Database, before: Buffer, after: Buffer): Promise<void> {
  await instance(db).where({ id: 1, canary: before }).update({ canary: after });
}
