import type { AccountStatus, Platform } from '@fanfare/contract';
import type { HubSite } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import { emit } from '../events/emit.ts';

export type AccountRow = {
  readonly projectId: string;
  readonly id: string;
  readonly platform: Platform;
  readonly profileId: string | null;
  readonly platformUserId: string;
  readonly username: string;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
  readonly hub: HubSite | null;
  readonly connectedAt: Date;
};

export type StoredAccount = {
  project_id: string;
  id: string;
  platform: Platform;
  profile_id: string | null;
  platform_user_id: string;
  username: string;
  status: AccountStatus;
  status_reason: string | null;
  hub: HubSite | null;
  connected_at: Date;
};

/** Columns of a `StoredAccount`. */
export const ACCOUNT_COLUMNS = [
  ...['project_id', 'id', 'platform', 'profile_id', 'platform_user_id', 'username', 'status', 'status_reason', 'hub'],
  'connected_at',
] as const satisfies readonly (keyof StoredAccount)[];

export const toAccountRow = (row: StoredAccount): AccountRow => ({
  projectId: row.project_id,
  id: row.id,
  platform: row.platform,
  profileId: row.profile_id,
  platformUserId: row.platform_user_id,
  username: row.username,
  status: row.status,
  statusReason: row.status_reason,
  hub: row.hub,
  connectedAt: row.connected_at,
});

export async function findAccount(db: Database, projectId: string, id: string): Promise<AccountRow | null> {
  const [account] = await findAccounts(db, projectId, [id]);
  return account ?? null;
}

/** The given accounts that are in the project, with any status. */
export async function findAccounts(db: Database, projectId: string, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await db.query<StoredAccount>({
    name: 'find_accounts',
    text: 'select * from accounts where project_id = $1 and id = any($2::uuid[])',
    values: [projectId, ids],
  });
  return rows.map(toAccountRow);
}

export type AccountFilter = {
  readonly profileId?: string | undefined;
  readonly platform?: string | undefined;
  readonly status?: string | undefined;
  readonly includeRevoked: boolean;
};

/** Oldest first: ids grow with time, and a reconnected account keeps its id. Leaves out revoked accounts, unless `includeRevoked` or the status filter says otherwise. */
export async function listAccounts(db: Database, projectId: string, filter: AccountFilter): Promise<AccountRow[]> {
  const { rows } = await db.query<StoredAccount>({
    name: 'list_accounts',
    text: `select * from accounts
           where project_id = $1
             and ($2::text is null or profile_id = $2)
             and ($3::text is null or platform = $3)
             and ($4::text is null or status = $4)
             and ($5 or $4 = 'revoked' or status <> 'revoked')
           order by id`,
    values: [
      projectId,
      filter.profileId ?? null,
      filter.platform ?? null,
      filter.status ?? null,
      filter.includeRevoked,
    ],
  });
  return rows.map(toAccountRow);
}

/** Writes the event of the status of an account, a row of `accounts` as the statement leaves it. */
const EMIT_STATUS = emit('account', {
  type: `'account.' || case e.status when 'active' then 'connected' else e.status end`,
  accountId: 'e.id',
  platform: 'e.platform',
  facts: `jsonb_build_object('status', e.status, 'statusReason', e.status_reason)`,
});

export type NewAccount = {
  readonly projectId: string;
  readonly id: string;
  readonly platform: Platform;
  readonly profileId: string | null;
  readonly platformUserId: string;
  readonly username: string;
  readonly hub: HubSite | null;
};

/**
 * Creates the account of a profile, or sets the existing one to `active` under its old id. A reconnect without a profileId keeps the old one.
 */
export async function upsertAccount(
  tx: Database,
  account: NewAccount,
): Promise<{ account: AccountRow; created: boolean }> {
  const { rows } = await tx.query<StoredAccount>({
    text: `with account as (
             insert into accounts (project_id, id, platform, profile_id, platform_user_id, username, status, hub, connected_at)
             values ($1, $2, $3, $4, $5, $6, 'active', $7, now())
             on conflict (project_id, platform, platform_user_id) do update
               set username = excluded.username, profile_id = coalesce(excluded.profile_id, accounts.profile_id), hub = excluded.hub,
                   status = 'active', status_reason = null, connected_at = now(),
                   status_since = case when accounts.status = 'active' then accounts.status_since else now() end
             returning *
           ), ${EMIT_STATUS}
           select * from account`,
    values: [
      account.projectId,
      account.id,
      account.platform,
      account.profileId,
      account.platformUserId,
      account.username,
      account.hub === null ? null : JSON.stringify(account.hub),
    ],
  });
  const row = toAccountRow(rows[0]!);
  return { account: row, created: row.id === account.id };
}

/** The account of a profile, for the account cap: one that is absent (null) or revoked would count as new. */
export async function findProfileAccount(
  tx: Database,
  projectId: string,
  platform: Platform,
  platformUserId: string,
): Promise<{ readonly id: string; readonly status: AccountStatus } | null> {
  const { rows } = await tx.query<{ id: string; status: AccountStatus }>({
    text: 'select id, status from accounts where project_id = $1 and platform = $2 and platform_user_id = $3',
    values: [projectId, platform, platformUserId],
  });
  return rows[0] ?? null;
}

/** Gives an account another id of its profile. Does nothing when it has one other than `from`. */
export async function renameProfile(
  tx: Database,
  { projectId, id, from, to }: { projectId: string; id: string; from: string; to: string },
): Promise<void> {
  await tx.query({
    text: `update accounts set platform_user_id = $4
           where project_id = $1 and id = $2 and platform = 'hub' and platform_user_id = $3`,
    values: [projectId, id, from, to],
  });
}

/** How many accounts of a workspace count against its cap. */
export async function countConnectedAccounts(db: Database, workspaceId: string): Promise<number> {
  const { rows } = await db.query<{ connected: number }>({
    text: `select count(*)::int as connected from accounts
           where status <> 'revoked' and project_id in (select id from projects where workspace_id = $1)`,
    values: [workspaceId],
  });
  return rows[0]!.connected;
}

/** Changes the status of an account that has one of the `from` statuses; null when it has another, or does not exist. */
export async function changeAccountStatus(
  db: Database,
  change: { projectId: string; id: string; from: readonly AccountStatus[]; to: AccountStatus; reason: string | null },
): Promise<AccountRow | null> {
  const { rows } = await db.query<StoredAccount>({
    text: `with account as (
             update accounts set status = $4, status_reason = $5,
               status_since = case when status = $4 then status_since else now() end
             where project_id = $1 and id = $2 and status = any($3::text[]) returning *
           ), ${EMIT_STATUS}
           select * from account`,
    values: [change.projectId, change.id, change.from, change.to, change.reason],
  });
  return rows[0] ? toAccountRow(rows[0]) : null;
}

/** Stores the ids under which a network may later request removal. */
export async function recordPlatformUsers(
  tx: Database,
  account: { projectId: string; id: string; platform: Platform },
  platformUserIds: readonly string[],
): Promise<void> {
  await tx.query({
    text: `insert into platform_users (platform, platform_user_id, project_id, account_id)
           select $1, unnest($2::text[]), $3, $4 on conflict do nothing`,
    values: [account.platform, platformUserIds, account.projectId, account.id],
  });
}

/** Whether another account of this installation, in any project, is connected as the same profile. Over all projects, in the directory. */
export async function isConnectedElsewhere(
  tx: Database,
  account: Pick<AccountRow, 'id' | 'platform' | 'platformUserId'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ elsewhere: boolean }>({
    text: `select exists (
             select from platform_users u join accounts a on a.project_id = u.project_id and a.id = u.account_id
             where u.platform = $1 and u.platform_user_id = $2 and a.id <> $3 and a.status <> 'revoked') as elsewhere`,
    values: [account.platform, account.platformUserId, account.id],
  });
  return rows[0]!.elsewhere;
}

/** The platform of this name if an account was ever connected on it: an installation may add networks. Over all projects, in the directory. */
export async function findStoredPlatform(db: Database, name: string): Promise<Platform | null> {
  const { rows } = await db.query<{ platform: Platform }>({
    text: 'select platform from platform_users where platform = $1 limit 1',
    values: [name],
  });
  return rows[0]?.platform ?? null;
}
