import type { Wrapping } from '../credentials/sealed-credential.ts';
import type { Database } from '../db/database.ts';

export type WrappedMail = Wrapping & { readonly id: string; readonly recipient: string };

/** Mails after `afterId` whose key another key than this one wraps. */
export async function listMailsWrappedWithOthers(
  db: Database,
  keyId: string,
  afterId: string | null,
  limit: number,
): Promise<readonly WrappedMail[]> {
  const { rows } = await db.query<{ id: string; recipient: string; key_id: string; wrapped_key: Buffer }>({
    text: `select id, recipient, key_id, wrapped_key from mails
           where key_id <> $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    values: [keyId, afterId, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    recipient: row.recipient,
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
  }));
}

/** Replaces the wrapped key that was read. False when the content was deleted in the meantime. */
export async function replaceMailWrapping(db: Database, before: WrappedMail, after: Wrapping): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update mails set key_id = $2, wrapped_key = $3 where id = $1 and wrapped_key = $4',
    values: [before.id, after.keyId, after.wrappedKey, before.wrappedKey],
  });
  return rowCount === 1;
}

/** How many mails each encryption key wraps. */
export async function countMailsByKey(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ key_id: string; mails: number }>({
    text: 'select key_id, count(*)::int as mails from mails where key_id is not null group by key_id order by key_id',
  });
  return new Map(rows.map((row) => [row.key_id, row.mails]));
}
