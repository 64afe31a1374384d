import type { Wrapping } from '../credentials/sealed-credential.ts';
import type { Database } from '../db/database.ts';
import { ENDPOINT_COLUMNS, type EndpointRow, type StoredEndpoint, toEndpointRow } from './webhook-endpoints.table.ts';
import type { SealedSecret } from './webhook-secret.ts';

type Owner = { readonly projectId: string; readonly endpointId: string };

/** The secrets of an endpoint that sign now. A rotation raises the version by one. */
export type StoredSecrets = {
  readonly version: number;
  readonly current: SealedSecret;
  /** Of the version before; null where only one signs. */
  readonly previous: SealedSecret | null;
  readonly previousUntil: Date | null;
};

export type SecretRow = {
  secret_version: number;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  previous_key_id: string | null;
  previous_wrapped_key: Buffer | null;
  previous_sealed: Buffer | null;
  previous_until: Date | null;
};

/** Of the endpoint `e`, by the database's clock. */
export const SECRET_COLUMNS = `e.secret_version, e.key_id, e.wrapped_key, e.sealed, e.previous_key_id, e.previous_wrapped_key, e.previous_sealed,
             case when e.previous_secret_until > now() then e.previous_secret_until end as previous_until`;

export function toStoredSecrets(row: SecretRow): StoredSecrets {
  const previous = row.previous_until && {
    keyId: row.previous_key_id!,
    wrappedKey: row.previous_wrapped_key!,
    sealed: row.previous_sealed!,
  };
  return {
    version: row.secret_version,
    current: { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed },
    previous,
    previousUntil: row.previous_until,
  };
}

/** Null when there is no such endpoint. */
export async function findSecrets(
  db: Database,
  { projectId, endpointId }: Owner,
): Promise<{ readonly url: string; readonly secrets: StoredSecrets } | null> {
  const { rows } = await db.query<SecretRow & { url: string }>({
    text: `select e.url, ${SECRET_COLUMNS} from webhook_endpoints e where e.project_id = $1 and e.id = $2`,
    values: [projectId, endpointId],
  });
  return rows[0] ? { url: rows[0].url, secrets: toStoredSecrets(rows[0]) } : null;
}

export type Rotation =
  | { readonly state: 'rotated'; readonly endpoint: EndpointRow }
  /** Another rotation replaced the secret since it was read: read it again. */
  | { readonly state: 'outdated' };

/**
 * Replaces the secret of this version. The old one signs for `overlapSeconds` more; 0 ends it, and the one before it, at once. Refused while the one before it
 * signs, unless `overlapSeconds` is 0.
 */
export async function rotateSecret(
  db: Database,
  { projectId, endpointId, version }: Owner & { readonly version: number },
  next: SealedSecret,
  overlapSeconds: number,
): Promise<Rotation> {
  const { rows } = await db.query<StoredEndpoint>({
    text: `update webhook_endpoints e
           set secret_version = e.secret_version + 1, key_id = $4, wrapped_key = $5, sealed = $6,
             previous_key_id = case when $7 > 0 then e.key_id end, previous_wrapped_key = case when $7 > 0 then e.wrapped_key end,
             previous_sealed = case when $7 > 0 then e.sealed end,
             previous_secret_until = case when $7 > 0 then now() + make_interval(secs => $7) end
           where e.project_id = $1 and e.id = $2 and e.secret_version = $3
             and ($7 = 0 or e.previous_secret_until is null or e.previous_secret_until <= now())
           returning ${ENDPOINT_COLUMNS}`,
    values: [projectId, endpointId, version, next.keyId, next.wrappedKey, next.sealed, overlapSeconds],
  });
  return rows[0] ? { state: 'rotated', endpoint: toEndpointRow(rows[0]) } : { state: 'outdated' };
}

/** A wrapped key of an endpoint: that of its secret or of the one before it. */
export type WrappedSecret = Owner & Wrapping & { readonly version: number; readonly field: 'current' | 'previous' };

/** Wrapped keys of all projects that another key than this one wraps, of the endpoints after `after`: `limit` and the rest of the last endpoint. */
export async function listSecretsWrappedWithOthers(
  db: Database,
  keyId: string,
  after: Owner | null,
  limit: number,
): Promise<readonly WrappedSecret[]> {
  const { rows } = await db.query<{
    project_id: string;
    id: string;
    version: number;
    field: 'current' | 'previous';
    key_id: string;
    wrapped_key: Buffer;
  }>({
    text: `select e.project_id, e.id, s.* from webhook_endpoints e cross join lateral (values
             ('current', e.secret_version, e.key_id, e.wrapped_key),
             ('previous', e.secret_version - 1, e.previous_key_id, e.previous_wrapped_key)) as s(field, version, key_id, wrapped_key)
           where s.key_id <> $1 and ($2::uuid is null or (e.project_id, e.id) > ($2, $3::uuid))
           order by e.project_id, e.id fetch first $4 rows with ties`,
    values: [keyId, after?.projectId ?? null, after?.endpointId ?? null, limit],
  });
  return rows.map((row) => ({
    projectId: row.project_id,
    endpointId: row.id,
    version: row.version,
    field: row.field,
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
  }));
}

/** Replaces the wrapped key that was read. False when a rotation has replaced the secret in the meantime. */
export async function replaceSecretWrapping(db: Database, before: WrappedSecret, after: Wrapping): Promise<boolean> {
  const { projectId, endpointId, wrappedKey } = before;
  const values = [projectId, endpointId, after.keyId, after.wrappedKey, wrappedKey];
  const { rowCount } = await (before.field === 'current'
    ? db.query({
        text: `update webhook_endpoints set key_id = $3, wrapped_key = $4
               where project_id = $1 and id = $2 and wrapped_key = $5`,
        values,
      })
    : db.query({
        text: `update webhook_endpoints set previous_key_id = $3, previous_wrapped_key = $4
               where project_id = $1 and id = $2 and previous_wrapped_key = $5`,
        values,
      }));
  return rowCount === 1;
}

/** How many secrets of all projects each encryption key wraps. */
export async function countSecretsByKey(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ key_id: string; secrets: number }>({
    text: `select key_id, count(*)::int as secrets
           from (select key_id from webhook_endpoints union all select previous_key_id from webhook_endpoints where previous_key_id is not null) s
           group by key_id order by key_id`,
  });
  return new Map(rows.map((row) => [row.key_id, row.secrets]));
}
