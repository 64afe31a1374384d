import type { AccountStatus, Platform } from '@fanfare/contract';
import type { HubSite } from '@fanfare/network';
import type { Database } from '../../db/database.ts';
import { plainList } from '../../db/plain-list.ts';
import type { RenewalTimes } from './renewal-times.ts';
import type { SealedCredential } from './sealed-credential.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

/** The facts of an account that calls to its network need. */
export type AccountFacts = {
  readonly platform: Platform;
  readonly platformUserId: string;
  readonly username: string;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
  /** Null on other networks. */
  readonly hub: HubSite | null;
};

/** The time of the next renewal. `token` counts the attempts of all processes. */
export type RenewalState = { readonly renewAt: Date | null; readonly failures: number; readonly token: number };

export type AccountCredential = {
  readonly account: AccountFacts;
  readonly credential: (SealedCredential & RenewalState) | null;
};

/**
 * Accounts with their sealed credentials in the order of `owners`; null for one that is gone. Never
 * add a lock: a statement that waited for one continues with the newest locked row and an old view
 * of all others (PostgreSQL, Read Committed). Lock first, then read.
 */
export async function findAccountCredentials(
  db: Database,
  owners: readonly Owner[],
): Promise<(AccountCredential | null)[]> {
  const { rows } = await db.query<StoredRow>({
    name: 'find_account_credentials',
    text: `select o.position, a.platform, a.platform_user_id as "platformUserId", a.username, a.status, a.status_reason as "statusReason", a.hub,
             c.version, c.key_id as "keyId", c.wrapped_key as "wrappedKey", c.sealed, c.scopes, c.expires_at as "expiresAt",
             c.renew_at as "renewAt", c.renewal_failures as failures, c.renewal_token as token
           from unnest($1::uuid[], $2::uuid[]) with ordinality as o(project_id, account_id, position)
             join accounts a on a.project_id = o.project_id and a.id = o.account_id
             left join credentials c on c.project_id = a.project_id and c.account_id = a.id`,
    values: [plainList(owners.map(({ projectId }) => projectId)), plainList(owners.map(({ accountId }) => accountId))],
  });
  const found = new Map(rows.map((row) => [row.position, toAccountCredential(row)]));
  return owners.map((_, n) => found.get(n + 1) ?? null);
}

type StoredRow = AccountFacts &
  ((SealedCredential & RenewalState) | { readonly version: null }) & { readonly position: number };

function toAccountCredential({ position: _, ...row }: StoredRow): AccountCredential {
  const { platform, platformUserId, username, status, statusReason, hub, ...stored } = row;
  return {
    account: { platform, platformUserId, username, status, statusReason, hub },
    credential: stored.version === null ? null : stored,
  };
}

/** Locks a credential until the transaction ends. Null when the account has none. */
export async function lockCredential(
  tx: Database,
  owner: Owner,
): Promise<{ readonly version: number; readonly grantId: string } | null> {
  const { rows } = await tx.query<{ version: number; grantId: string }>({
    text: `select version, grant_id as "grantId" from credentials where project_id = $1 and account_id = $2 for update`,
    values: [owner.projectId, owner.accountId],
  });
  return rows[0] ?? null;
}

/** Stores a new or renewed credential. Overtakes a running renewal of the previous version. */
export async function putCredential(
  db: Database,
  owner: Owner,
  credential: SealedCredential & RenewalTimes & { readonly grantId: string },
): Promise<void> {
  await db.query({
    text: `insert into credentials (project_id, account_id, version, key_id, wrapped_key, sealed, scopes, expires_at, grant_id, renew_at, ends_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           on conflict (project_id, account_id) do update
             set version = excluded.version, key_id = excluded.key_id, wrapped_key = excluded.wrapped_key, sealed = excluded.sealed,
                 scopes = excluded.scopes, expires_at = excluded.expires_at, grant_id = excluded.grant_id, renew_at = excluded.renew_at,
                 ends_at = excluded.ends_at, renewal_failures = 0,
                 end_is_fixed = coalesce(excluded.grant_id = credentials.grant_id and excluded.ends_at <= credentials.ends_at + interval '1 hour', false),
                 renewal_until = null, renewal_in_doubt = false, updated_at = now()`,
    values: [
      owner.projectId,
      owner.accountId,
      credential.version,
      credential.keyId,
      credential.wrappedKey,
      credential.sealed,
      credential.scopes,
      credential.expiresAt,
      credential.grantId,
      credential.renewAt,
      credential.endsAt,
    ],
  });
}

/** Other accounts of this grant than `accountIds`: they hold copies of a replaced token. */
export async function findCopies(
  tx: Database,
  projectId: string,
  grantId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>({
    text: `select account_id from credentials where project_id = $1 and grant_id = $2 and account_id <> all($3::uuid[])
           order by account_id`,
    values: [projectId, grantId, accountIds],
  });
  return rows.map((row) => row.account_id);
}

/** Deletes an account's credential with the key that opens it. */
export async function deleteCredential(tx: Database, owner: Owner): Promise<void> {
  await tx.query({
    text: 'delete from credentials where project_id = $1 and account_id = $2',
    values: [owner.projectId, owner.accountId],
  });
}
