import type { Database } from '../db/database.ts';

export type UserRow = { readonly id: string; readonly email: string };

/** Makes the user of an address. `isNew` is false when there is one: of parallel calls one makes it, and the others wait for it. */
export async function ensureUser(
  tx: Database,
  { id, email }: UserRow,
): Promise<{ readonly userId: string; readonly isNew: boolean }> {
  const made = await tx.query({
    text: 'insert into users (id, email) values ($1, $2) on conflict (email) do nothing',
    values: [id, email],
  });
  if (made.rowCount === 1) return { userId: id, isNew: true };
  const user = await findUser(tx, email);
  return { userId: user!.id, isNew: false };
}

export async function findUser(db: Database, email: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>({ text: 'select id, email from users where email = $1', values: [email] });
  return rows[0] ?? null;
}

/** Records that somebody showed that the address is theirs. True for the first time only. */
export async function proveAddress(tx: Database, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'update users set proven_at = now() where id = $1 and proven_at is null',
    values: [userId],
  });
  return rowCount === 1;
}

/** Whether anybody has shown yet that the address of a user is theirs. */
export async function isProven(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from users where id = $1 and proven_at is not null',
    values: [userId],
  });
  return rowCount === 1;
}
