import type { AccountStatus, Platform } from '@fanfare/contract';
import type { HubSite } from '@fanfare/network';
import type { Database } from '../../db/database.ts';
import { plainList } from '../../db/plain-list.ts';
import type { RenewalTimes } from './renewal-times.ts';
import type { SealedCredential } from './sealed-credential.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

/** The facts of an account that a call to its network needs. */
export type AccountFacts = {
  readonly platform: Platform;
  readonly platformUserId: string;
  readonly username: string;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
  /** On hub accounts only. */
  readonly hub: HubSite | null;
};

type StoredFacts = {
  platform: Platform;
  platform_user_id: string;
  username: string;
  status: AccountStatus;
  status_reason: string | null;
  hub: HubSite | null;
};

type StoredCredential = {
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  scopes: string[];
  expires_at: Date | null;
  renew_at: Date | null;
  renewal_failures: number;
  renewal_token: number;
};

/** When a credential is renewed next, and after how many failures. `token` counts the attempts of all processes. */
export type RenewalState = { readonly renewAt: Date | null; readonly failures: number; readonly token: number };

export type AccountCredential = {
  readonly account: AccountFacts;
  readonly credential: (SealedCredential & RenewalState) | null;
};

/**
 * Accounts with their sealed credentials, as one statement sees both, in the order of `owners`; null for one that is gone. Do not add a lock: a statement that
 * waited for one continues with the newest version of the locked row and an old view of every other row (PostgreSQL, Read Committed). Lock first, then read.
 */
export async function findAccountCredentials(
  db: Database,
  owners: readonly Owner[],
): Promise<(AccountCredential | null)[]> {
  const { rows } = await db.query<StoredFacts & (StoredCredential | { version: null }) & { place: number }>({
    name: 'find_account_credentials',
    text: `select o.place, a.platform, a.platform_user_id, a.username, a.status, a.status_reason, a.hub,
             c.version, c.key_id, c.wrapped_key, c.sealed, c.scopes, c.expires_at,
             c.renew_at, c.renewal_failures, c.renewal_token
           from unnest($1::uuid[], $2::uuid[]) with ordinality as o(project_id, account_id, place)
             join accounts a on a.project_id = o.project_id and a.id = o.account_id
             left join credentials c on c.project_id = a.project_id and c.account_id = a.id`,
    values: [plainList(owners.map(({ projectId }) => projectId)), plainList(owners.map(({ accountId }) => accountId))],
  });
  const found = new Map(rows.map((row) => [row.place, toAccountCredential(row)]));
  return owners.map((_, n) => found.get(n + 1) ?? null);
}

function toAccountCredential(row: StoredFacts & (StoredCredential | { version: null })): AccountCredential {
  return {
    account: {
      platform: row.platform,
      platformUserId: row.platform_user_id,
      username: row.username,
      status: row.status,
      statusReason: row.status_reason,
      hub: row.hub,
    },
    credential:
      row.version === null
        ? null
        : {
            version: row.version,
            keyId: row.key_id,
            wrappedKey: row.wrapped_key,
            sealed: row.sealed,
            scopes: row.scopes,
            expiresAt: row.expires_at,
            renewAt: row.renew_at,
            failures: row.renewal_failures,
            token: row.renewal_token,
          },
  };
}

/** Locks a credential until the transaction ends. Null when the account has none. */
export async function lockCredential(
  tx: Database,
  owner: Owner,
): Promise<{ readonly version: number; readonly grantId: string } | null> {
  const { rows } = await tx.query<{ version: number; grant_id: string }>({
    text: 'select version, grant_id from credentials where project_id = $1 and account_id = $2 for update',
    values: [owner.projectId, owner.accountId],
  });
  return rows[0] ? { version: rows[0].version, grantId: rows[0].grant_id } : null;
}

/** Stores a new or renewed credential. It overtakes a renewal of the previous version that is still running. */
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

/** Other accounts of this grant than `accountIds`: they hold copies of a token that was just replaced. */
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

/** Deletes an account's credential: the sealed text together with the key that opens it. */
export async function deleteCredential(tx: Database, owner: Owner): Promise<void> {
  await tx.query({
    text: 'delete from credentials where project_id = $1 and account_id = $2',
    values: [owner.projectId, owner.accountId],
  });
}
