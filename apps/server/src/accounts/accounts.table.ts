import type { AccountStatus, Platform } from '@fanfare/contract';
import type { HubSite } from '@fanfare/network';
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { insertEvents } from '../events/emit.ts';

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

const COLUMNS = [
  'projectId',
  'id',
  'platform',
  'profileId',
  'platformUserId',
  'username',
  'status',
  'statusReason',
  'hub',
  'connectedAt',
];

const accounts = (db: Database) => knex('accounts').connection(db);

/** With any status. */
export async function findAccount(db: Database, projectId: string, id: string): Promise<AccountRow | null> {
  return (await accounts(db).where({ projectId, id }).first<AccountRow | undefined>(COLUMNS)) ?? null;
}

export type AccountFilter = {
  readonly profileId?: string | undefined;
  readonly platform?: string | undefined;
  readonly status?: string | undefined;
  readonly includeRevoked: boolean;
};

/** Oldest first: ids grow with time, and a reconnected account keeps its id. Leaves out revoked accounts, unless `includeRevoked` or the status filter says otherwise. */
export async function listAccounts(
  db: Database,
  projectId: string,
  { includeRevoked, profileId, platform, status }: AccountFilter,
): Promise<AccountRow[]> {
  const given = Object.entries({ profileId, platform, status }).filter(([, value]) => value !== undefined);
  const found = knex('accounts')
    .connection(db)
    .where({ projectId, ...Object.fromEntries(given) });
  if (!includeRevoked && status === undefined) found.whereNot({ status: 'revoked' });
  return found.orderBy('id').select<AccountRow[]>(COLUMNS);
}

/** Changes an account, and writes the event of the status that it then has. */
const changeWithEvent = (db: Database, change: Knex.QueryBuilder) =>
  knex('account')
    .connection(db)
    .with('account', change.returning('*'))
    .with(
      'event',
      knex.raw(
        insertEvents('account', {
          type: `'account.' || case e.status when 'active' then 'connected' else e.status end`,
          accountId: 'e.id',
          platform: 'e.platform',
          facts: `jsonb_build_object('status', e.status, 'statusReason', e.status_reason)`,
        }),
      ),
    )
    .first<AccountRow | undefined>(COLUMNS);

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
  { projectId, id, platform, profileId, platformUserId, username, hub }: NewAccount,
): Promise<{ account: AccountRow; created: boolean }> {
  const upsert = knex('accounts')
    .insert({
      ...{ projectId, id, platform, profileId, platformUserId, username, status: 'active' },
      hub: hub === null ? null : JSON.stringify(hub),
      connectedAt: knex.fn.now(),
    })
    .onConflict(['projectId', 'platform', 'platformUserId'])
    .merge({
      username,
      profileId: knex.raw('coalesce(excluded.profile_id, accounts.profile_id)'),
      hub: knex.raw('excluded.hub'),
      status: 'active',
      statusReason: null,
      connectedAt: knex.fn.now(),
      statusSince: knex.raw("case when accounts.status = 'active' then accounts.status_since else now() end"),
    });
  const account = await changeWithEvent(tx, upsert);
  return { account: account!, created: account!.id === id };
}

/** The account of a profile, for the account cap: one that is absent (null) or revoked would count as new. */
export async function findProfileAccount(
  tx: Database,
  projectId: string,
  platform: Platform,
  platformUserId: string,
): Promise<{ readonly id: string; readonly status: AccountStatus } | null> {
  return (
    (await accounts(tx)
      .where({ projectId, platform, platformUserId })
      .first<{ id: string; status: AccountStatus } | undefined>('id', 'status')) ?? null
  );
}

/** Gives an account another id of its profile. Does nothing when it has one other than `from`. */
export async function renameProfile(
  tx: Database,
  { projectId, id, from, to }: { projectId: string; id: string; from: string; to: string },
): Promise<void> {
  await accounts(tx).where({ projectId, id, platform: 'hub', platformUserId: from }).update({ platformUserId: to });
}

/** How many accounts of a workspace count against its cap. */
export async function countConnectedAccounts(db: Database, workspaceId: string): Promise<number> {
  const counted = await knex('accounts')
    .connection(db)
    .whereNot({ status: 'revoked' })
    .whereIn('projectId', knex('projects').where({ workspaceId }).select('id'))
    .count({ connected: '*' })
    .first<{ connected: number }>();
  return counted.connected;
}

/** Changes the status of an account that has one of the `from` statuses; null when it has another, or does not exist. */
export async function changeAccountStatus(
  db: Database,
  change: { projectId: string; id: string; from: readonly AccountStatus[]; to: AccountStatus; reason: string | null },
): Promise<AccountRow | null> {
  const { projectId, id, from, to, reason } = change;
  const update = knex('accounts')
    .where({ projectId, id })
    .whereIn('status', from)
    .update({
      ...{ status: to, statusReason: reason },
      statusSince: knex.raw('case when status = ? then status_since else now() end', [to]),
    });
  return (await changeWithEvent(db, update)) ?? null;
}

/** Stores the ids under which a network may later request removal. */
export async function recordPlatformUsers(
  tx: Database,
  { projectId, id, platform }: { projectId: string; id: string; platform: Platform },
  platformUserIds: readonly string[],
): Promise<void> {
  const rows = platformUserIds.map((platformUserId) => ({ platform, platformUserId, projectId, accountId: id }));
  await knex('platformUsers').connection(tx).insert(rows).onConflict().ignore();
}

/** Whether another account of this installation, in any project, is connected as the same profile. Over all projects, in the directory. */
export async function isConnectedElsewhere(
  tx: Database,
  { id, platform, platformUserId }: Pick<AccountRow, 'id' | 'platform' | 'platformUserId'>,
): Promise<boolean> {
  const other = await knex('platformUsers as u')
    .connection(tx)
    .join('accounts as a', { 'a.projectId': 'u.projectId', 'a.id': 'u.accountId' })
    .where({ 'u.platform': platform, 'u.platformUserId': platformUserId })
    .whereNot({ 'a.id': id })
    .whereNot({ 'a.status': 'revoked' })
    .first('a.id');
  return other !== undefined;
}

/** The platform of this name if an account was ever connected on it: an installation may add networks. Over all projects, in the directory. */
export async function findStoredPlatform(db: Database, name: string): Promise<Platform | null> {
  const [platform] = await knex('platformUsers').connection(db).where({ platform: name }).limit(1).pluck('platform');
  return platform ?? null;
}
