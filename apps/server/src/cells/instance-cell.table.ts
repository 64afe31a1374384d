import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

const instance = (db: Database) => knex('instance').connection(db).where({ id: 1 });

/** The label of the cell that this database belongs to; null for the only installation. */
export async function findCell(db: Database): Promise<string | null> {
  const [cell] = await instance(db).pluck<(string | null)[]>('cell');
  return cell ?? null;
}

/** Labels the database. Of servers that do so at once, the first one wins. */
export async function setCell(db: Database, cell: string): Promise<void> {
  await instance(db).where({ cell: null }).update({ cell });
}
