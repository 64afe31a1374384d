import type { AccountStatus, Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import type { SealedCredential } from './sealed-credential.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

/** What acting for an account needs to know of it. */
export type AccountFacts = {
  readonly platform: Platform;
  readonly platformUserId: string;
  readonly username: string;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
};

type StoredFacts = {
  platform: Platform;
  platform_user_id: string;
  username: string;
  status: AccountStatus;
  status_reason: string | null;
};

type StoredCredential = {
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  scopes: string[];
  expires_at: Date | null;
};

/**
 * An account with its sealed credential, as one statement sees both. Not for a locked read: a statement that waited for a lock goes on with the newest
 * version of the locked row and its old view of every other one (PostgreSQL, Read Committed). Lock first, then read.
 */
export async function findAccountCredential(
  db: Database,
  owner: Owner,
): Promise<{ readonly account: AccountFacts; readonly credential: SealedCredential | null } | null> {
  const { rows } = await db.query<StoredFacts & (StoredCredential | { version: null })>({
    name: 'find_account_credential',
    text: `select a.platform, a.platform_user_id, a.username, a.status, a.status_reason,
             c.version, c.key_id, c.wrapped_key, c.sealed, c.scopes, c.expires_at
           from accounts a left join credentials c on c.project_id = a.project_id and c.account_id = a.id
           where a.project_id = $1 and a.id = $2`,
    values: [owner.projectId, owner.accountId],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    account: {
      platform: row.platform,
      platformUserId: row.platform_user_id,
      username: row.username,
      status: row.status,
      statusReason: row.status_reason,
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
          },
  };
}

/** Holds the row of a credential until the transaction ends. Its version, or null when the account has none. */
export async function lockCredential(tx: Database, owner: Owner): Promise<number | null> {
  const { rows } = await tx.query<{ version: number }>({
    name: 'lock_credential',
    text: 'select version from credentials where project_id = $1 and account_id = $2 for update',
    values: [owner.projectId, owner.accountId],
  });
  return rows[0]?.version ?? null;
}

export async function putCredential(db: Database, owner: Owner, credential: SealedCredential): Promise<void> {
  await db.query({
    text: `insert into credentials (project_id, account_id, version, key_id, wrapped_key, sealed, scopes, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (project_id, account_id) do update
             set version = excluded.version, key_id = excluded.key_id, wrapped_key = excluded.wrapped_key, sealed = excluded.sealed,
                 scopes = excluded.scopes, expires_at = excluded.expires_at, updated_at = now()`,
    values: [
      owner.projectId,
      owner.accountId,
      credential.version,
      credential.keyId,
      credential.wrappedKey,
      credential.sealed,
      credential.scopes,
      credential.expiresAt,
    ],
  });
}

/** Destroys an account's credential: the sealed text and the key that could open it go together. */
export async function deleteCredential(tx: Database, owner: Owner): Promise<void> {
  await tx.query({
    text: 'delete from credentials where project_id = $1 and account_id = $2',
    values: [owner.projectId, owner.accountId],
  });
}
