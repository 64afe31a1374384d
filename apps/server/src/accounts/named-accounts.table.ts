import { camelCaseColumns } from '../db/camel-case.ts';
import type { Database } from '../db/database.ts';
import type { AccountRow } from './accounts.table.ts';

/** Fields of an `AccountRow`. */
export const ACCOUNT_FIELDS = [
  ...['projectId', 'id', 'platform', 'profileId', 'platformUserId', 'username', 'status', 'statusReason', 'hub'],
  ...['subscription', 'connectedAt'],
];

/** SQL: the fields of an `AccountRow`, of the row `a`. */
export const ACCOUNT_COLUMNS = camelCaseColumns('a', ACCOUNT_FIELDS);

/** Accounts of the project with these ids, with any status. */
export async function findAccounts(db: Database, projectId: string, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow>({
    name: 'find_accounts',
    text: `select ${ACCOUNT_COLUMNS} from accounts a where a.project_id = $1 and a.id = any($2::uuid[])`,
    values: [projectId, ids],
  });
  return rows;
}
