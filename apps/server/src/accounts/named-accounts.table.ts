import type { Database } from '../db/database.ts';
import type { AccountRow } from './accounts.table.ts';

/** SQL: the columns of an `AccountRow`, of the row `a`. */
export const ACCOUNT_COLUMNS = `a.project_id as "projectId", a.id, a.platform, a.profile_id as "profileId", a.platform_user_id as "platformUserId", a.username,
             a.status, a.status_reason as "statusReason", a.hub, a.connected_at as "connectedAt"`;

/** The accounts with these ids that are in the project, with any status. */
export async function findAccounts(db: Database, projectId: string, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow>({
    name: 'find_accounts',
    text: `select ${ACCOUNT_COLUMNS} from accounts a where a.project_id = $1 and a.id = any($2::uuid[])`,
    values: [projectId, ids],
  });
  return rows;
}
