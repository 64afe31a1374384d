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
