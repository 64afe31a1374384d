import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { Wrapping } from '../../process/key-ring.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

export type WrappedKey = Owner & Wrapping & { readonly version: number };

const credentials = (db: Database) => knex('credentials').connection(db);

/** Credentials of all projects that another key wraps, in the order of their ids, after `after`. */
export async function listWrappedWithOthers(
  db: Database,
  keyId: string,
  after: Owner | null,
  limit: number,
): Promise<readonly WrappedKey[]> {
  const found = credentials(db).whereNot({ keyId }).orderBy(['projectId', 'accountId']).limit(limit);
  if (after) found.whereRaw('(project_id, account_id) > (?, ?)', [after.projectId, after.accountId]);
  return found.select<WrappedKey[]>('projectId', 'accountId', 'version', 'keyId', 'wrappedKey');
}

/** Replaces the wrapped key that was read. False when the credential was stored again. */
export async function replaceWrapping(
  db: Database,
  { projectId, accountId, version, wrappedKey }: WrappedKey,
  after: Wrapping,
): Promise<boolean> {
  const read = credentials(db).where({ projectId, accountId, version, wrappedKey });
  return (await read.update({ keyId: after.keyId, wrappedKey: after.wrappedKey })) === 1;
}

/** Counts credentials of all projects by encryption key. */
export async function countByKey(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await credentials(db)
    .groupBy('keyId')
    .orderBy('keyId')
    .select('keyId')
    .count<{ keyId: string; credentials: number }[]>({ credentials: '*' });
  return new Map(rows.map((row) => [row.keyId, row.credentials]));
}
