import type { Database } from '../db/database.ts';
import { fromPublicId, toPublicId } from '../ids.ts';
import { type AccountRow, findAccounts } from './accounts.table.ts';

/** The accounts of a project that a request names, by the ids it uses. Malformed, unknown and foreign ids are not in the map. */
export async function findAccountsByPublicId(
  db: Database,
  projectId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountRow>> {
  const uuids = accountIds.flatMap((id) => fromPublicId('acc', id) ?? []);
  const rows = await findAccounts(db, projectId, [...new Set(uuids)]);
  return new Map(rows.map((row) => [toPublicId('acc', row.id), row]));
}
