import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

/** A client that has registered itself. Nobody has checked what it says. */
export type RegisteredClient = {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: Date;
};

const clients = (db: Database) => knex('oauthClients').connection(db);

export async function insertClient(
  db: Database,
  { id, name, redirectUris }: Omit<RegisteredClient, 'createdAt'>,
): Promise<void> {
  await clients(db).insert({ id, name, redirectUris: JSON.stringify(redirectUris) });
}

export async function findClient(db: Database, id: string): Promise<RegisteredClient | null> {
  const found = clients(db)
    .where({ id })
    .first<RegisteredClient | undefined>('id', 'name', 'redirectUris', 'createdAt');
  return (await found) ?? null;
}

/** Counts clients that nobody has approved. */
export async function countUnapproved(db: Database): Promise<number> {
  const counted = await clients(db).where({ approvedAt: null }).count({ clients: '*' }).first<{ clients: number }>();
  return counted.clients;
}

export async function noteApproval(db: Database, id: string): Promise<void> {
  await clients(db).where({ id }).update({ approvedAt: knex.fn.now() });
}

/**
 * Deletes clients that nobody approved for a day, and those that nobody has approved for a year.
 */
export async function purgeClients(db: Database): Promise<number> {
  return clients(db)
    .whereRaw("(approved_at is null and created_at < now() - interval '1 day')")
    .orWhereRaw("approved_at < now() - interval '1 year'")
    .delete();
}
