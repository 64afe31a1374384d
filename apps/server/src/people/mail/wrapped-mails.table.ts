import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { Wrapping } from '../../process/key-ring.ts';

export type WrappedMail = Wrapping & { readonly id: string; readonly recipient: string };

const mails = (db: Database) => knex('mails').connection(db);

/** Lists mails after `afterId` whose key another key wraps. */
export async function listMailsWrappedWithOthers(
  db: Database,
  keyId: string,
  afterId: string | null,
  limit: number,
): Promise<readonly WrappedMail[]> {
  const found = mails(db).whereNot({ keyId }).orderBy('id').limit(limit);
  if (afterId !== null) found.where('id', '>', afterId);
  return found.select<WrappedMail[]>('id', 'recipient', 'keyId', 'wrappedKey');
}

/** Replaces the wrapped key that was read. Returns false when the content was deleted meanwhile. */
export async function replaceMailWrapping(
  db: Database,
  { id, wrappedKey }: WrappedMail,
  after: Wrapping,
): Promise<boolean> {
  const read = mails(db).where({ id, wrappedKey });
  return (await read.update({ keyId: after.keyId, wrappedKey: after.wrappedKey })) === 1;
}

export async function countMailsByKey(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await mails(db)
    .whereNotNull('keyId')
    .groupBy('keyId')
    .orderBy('keyId')
    .select('keyId')
    .count<{ keyId: string; mails: number }[]>({ mails: '*' });
  return new Map(rows.map((row) => [row.keyId, row.mails]));
}
