import type { AccountStatus, Platform } from '@fanfare/contract';
import type { HubSite } from '@fanfare/network';
import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { insertEvents } from '../events/emit.ts';
import { ACCOUNT_FIELDS } from './named-accounts.table.ts';

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
  /** The paid plan that the network named last; null where it has named none. */
  readonly subscription: string | null;
  readonly connectedAt: Date;
};

const accounts = (db: Database) => knex('accounts').connection(db);

/** Finds an account with any status. */
export async function findAccount(db: Database, projectId: string, id: string): Promise<AccountRow | null> {
  return (await accounts(db).where({ projectId, id }).first<AccountRow | undefined>(ACCOUNT_FIELDS)) ?? null;
}

export type AccountFilter = {
  readonly profileId?: string | undefined;
  readonly platform?: string | undefined;
  readonly status?: string | undefined;
  readonly includeRevoked: boolean;
};

/** Lists accounts, oldest first. Without revoked ones, unless a filter asks for them. */
export async function listAccounts(
  db: Database,
  projectId: string,
  { includeRevoked, profileId, platform, status }: AccountFilter,
): Promise<AccountRow[]> {
  const given = Object.entries({ profileId, platform, status }).filter(([, value]) => value !== undefined);
  const found = accounts(db).where({ projectId, ...Object.fromEntries(given) });
  if (!includeRevoked && status === undefined) found.whereNot({ status: 'revoked' });
  return found.orderBy('id').select<AccountRow[]>(ACCOUNT_FIELDS);
}

/** Changes an account and writes the event of its new status. */
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
    .first<AccountRow | undefined>(ACCOUNT_FIELDS);

export type NewAccount = Omit<AccountRow, 'status' | 'statusReason' | 'connectedAt' | 'subscription'> & {
  readonly subscription?: string | undefined;
};

/** Creates a profile's account, or activates its old one. Keeps a profileId that is not given. */
export async function upsertAccount(
  tx: Database,
  { projectId, id, platform, profileId, platformUserId, username, hub, subscription }: NewAccount,
): Promise<{ account: AccountRow; created: boolean }> {
  const upsert = knex('accounts')
    .insert({
      ...{ projectId, id, platform, profileId, platformUserId, username, status: 'active' },
      hub: hub === null ? null : JSON.stringify(hub),
      subscription: subscription ?? null,
      connectedAt: knex.fn.now(),
    })
    .onConflict(['projectId', 'platform', 'platformUserId'])
    .merge({
      username,
      profileId: knex.raw('coalesce(excluded.profile_id, accounts.profile_id)'),
      hub: knex.raw('excluded.hub'),
      subscription: knex.raw('excluded.subscription'),
      status: 'active',
      statusReason: null,
      connectedAt: knex.fn.now(),
      statusSince: knex.raw("case when accounts.status = 'active' then accounts.status_since else now() end"),
    });
  const account = await changeWithEvent(tx, upsert);
  return { account: account!, created: account!.id === id };
}

/** The account of a profile, for the account cap; null when there is none. */
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

/** Gives an account another profile id, unless its present one is not `from`. */
export async function renameProfile(
  tx: Database,
  { projectId, id, from, to }: { projectId: string; id: string; from: string; to: string },
): Promise<void> {
  await accounts(tx).where({ projectId, id, platform: 'hub', platformUserId: from }).update({ platformUserId: to });
}

/** Stores the paid plan of an account. */
export async function setSubscription(
  db: Database,
  { projectId, accountId }: { readonly projectId: string; readonly accountId: string },
  subscription: string | null,
): Promise<void> {
  await accounts(db)
    .where({ projectId, id: accountId })
    .whereRaw('subscription is distinct from ?', [subscription])
    .update({ subscription });
}

/** Counts the accounts of a workspace against its cap. */
export async function countConnectedAccounts(db: Database, workspaceId: string): Promise<number> {
  const counted = await accounts(db)
    .whereNot({ status: 'revoked' })
    .whereIn('projectId', knex('projects').where({ workspaceId }).select('id'))
    .count({ connected: '*' })
    .first<{ connected: number }>();
  return counted.connected;
}

/** Changes the status of an account that has one of the `from` statuses; null for any other. */
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

/** Stores the ids under which a network may request removal. */
export async function recordPlatformUsers(
  tx: Database,
  { projectId, id, platform }: { projectId: string; id: string; platform: Platform },
  platformUserIds: readonly string[],
): Promise<void> {
  const rows = platformUserIds.map((platformUserId) => ({ platform, platformUserId, projectId, accountId: id }));
  await knex('platformUsers').connection(tx).insert(rows).onConflict().ignore();
}

/** Whether an account of any project of this installation is connected as the same profile. */
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

/** The platform of this name if it ever had an account: installations may add networks. */
export async function findStoredPlatform(db: Database, name: string): Promise<Platform | null> {
  const [platform] = await knex('platformUsers').connection(db).where({ platform: name }).limit(1).pluck('platform');
  return platform ?? null;
}
