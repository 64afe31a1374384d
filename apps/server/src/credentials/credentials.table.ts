import type { Database } from '../db/database.ts';
import type { SealedCredential } from './sealed-credential.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

type StoredCredential = {
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  scopes: string[];
  expires_at: Date | null;
};

/** The sealed credential of an account; `lock` holds its row until the transaction ends. */
export async function findCredential(
  db: Database,
  owner: Owner,
  lock: 'lock' | 'read' = 'read',
): Promise<SealedCredential | null> {
  const { rows } = await db.query<StoredCredential>({
    name: `find_credential_${lock}`,
    text: `select version, key_id, wrapped_key, sealed, scopes, expires_at from credentials
           where project_id = $1 and account_id = $2 ${lock === 'lock' ? 'for update' : ''}`,
    values: [owner.projectId, owner.accountId],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    version: row.version,
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
    sealed: row.sealed,
    scopes: row.scopes,
    expiresAt: row.expires_at,
  };
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
