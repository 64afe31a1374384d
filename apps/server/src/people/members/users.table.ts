import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type UserRow = { readonly id: string; readonly email: string };

/** Finds or creates the user of an address. Of parallel calls one creates it (`isNew`). */
export async function ensureUser(
  tx: Database,
  { id, email }: UserRow,
): Promise<{ readonly userId: string; readonly isNew: boolean }> {
  const made = await knex('users').connection(tx).insert({ id, email }).onConflict('email').ignore().returning('id');
  if (made.length === 1) return { userId: id, isNew: true };
  const user = await findUser(tx, email);
  return { userId: user!.id, isNew: false };
}

export async function findUser(db: Database, email: string): Promise<UserRow | null> {
  return (await knex('users').connection(db).where({ email }).first<UserRow | undefined>('id', 'email')) ?? null;
}

/** Records that the address is proven. Returns true the first time only. */
export async function proveAddress(tx: Database, userId: string): Promise<boolean> {
  const unproven = knex('users').connection(tx).where({ id: userId, provenAt: null });
  return (await unproven.update({ provenAt: knex.fn.now() })) === 1;
}

export async function isProven(db: Database, userId: string): Promise<boolean> {
  const user = await knex('users').connection(db).where({ id: userId }).whereNotNull('provenAt').first('id');
  return user !== undefined;
}
