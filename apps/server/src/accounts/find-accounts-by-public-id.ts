import type { Database } from '../db/database.ts';
import { fromPublicId, toPublicId } from '../process/ids.ts';
import type { AccountRow } from './accounts.table.ts';
import { findAccounts } from './named-accounts.table.ts';

/** Accounts of a project by public id. Malformed, unknown and foreign ids are not in the map. */
export async function findAccountsByPublicId(
  db: Database,
  projectId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountRow>> {
  return byPublicId(await findAccounts(db, projectId, accountRowIds(accountIds)));
}

/** Row ids of public account ids, each once. Leaves out malformed ones. */
export const accountRowIds = (accountIds: readonly string[]): string[] => [
  ...new Set(accountIds.flatMap((id) => fromPublicId('acc', id) ?? [])),
];

export const byPublicId = (rows: readonly AccountRow[]): ReadonlyMap<string, AccountRow> =>
  new Map(rows.map((row) => [toPublicId('acc', row.id), row]));
