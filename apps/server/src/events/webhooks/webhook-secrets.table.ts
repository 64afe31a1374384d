import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import { secondsFromNow } from '../../db/seconds-from-now.ts';
import type { Wrapping } from '../../process/key-ring.ts';
import { ENDPOINT_COLUMNS, type EndpointRow } from './webhook-endpoints.table.ts';
import type { SealedSecret } from './webhook-secret.ts';

type Owner = { readonly projectId: string; readonly endpointId: string };

/** Active secrets of an endpoint. A rotation raises the version by one. */
export type StoredSecrets = {
  readonly version: number;
  readonly current: SealedSecret;
  /** Secret of the version before; null when only one signs. */
  readonly previous: SealedSecret | null;
  readonly previousUntil: Date | null;
};

export type SecretRow = SealedSecret & {
  readonly secretVersion: number;
  readonly previousKeyId: string | null;
  readonly previousWrappedKey: Buffer | null;
  readonly previousSealed: Buffer | null;
  readonly previousUntil: Date | null;
};

/** SQL columns of a `SecretRow` from the endpoint `e`, by the database's clock. */
export const SECRET_COLUMNS = `e.secret_version as "secretVersion", e.key_id as "keyId", e.wrapped_key as "wrappedKey", e.sealed,
             e.previous_key_id as "previousKeyId", e.previous_wrapped_key as "previousWrappedKey", e.previous_sealed as "previousSealed",
             case when e.previous_secret_until > now() then e.previous_secret_until end as "previousUntil"`;

export function toStoredSecrets(row: SecretRow): StoredSecrets {
  const previous = row.previousUntil && {
    keyId: row.previousKeyId!,
    wrappedKey: row.previousWrappedKey!,
    sealed: row.previousSealed!,
  };
  return {
    version: row.secretVersion,
    current: { keyId: row.keyId, wrappedKey: row.wrappedKey, sealed: row.sealed },
    previous,
    previousUntil: row.previousUntil,
  };
}

const endpoints = (db: Database) => knex('webhookEndpoints').connection(db);

/** Finds the secrets of an endpoint; null when there is none. */
export async function findSecrets(
  db: Database,
  { projectId, endpointId }: Owner,
): Promise<{ readonly url: string; readonly secrets: StoredSecrets } | null> {
  const found = await knex('webhookEndpoints as e')
    .connection(db)
    .where({ projectId, id: endpointId })
    .first<(SecretRow & { url: string }) | undefined>('url', knex.raw(SECRET_COLUMNS));
  return found ? { url: found.url, secrets: toStoredSecrets(found) } : null;
}

export type Rotation =
  | { readonly state: 'rotated'; readonly endpoint: EndpointRow }
  /** Another rotation replaced the secret since it was read: read it again. */
  | { readonly state: 'outdated' };

/**
 * Replaces the secret of this version. The old one signs for `overlapSeconds` more; 0 ends it and
 * the one before it at once. Refused while the one before it signs, unless `overlapSeconds` is 0.
 */
export async function rotateSecret(
  db: Database,
  { projectId, endpointId, version }: Owner & { readonly version: number },
  { keyId, wrappedKey, sealed }: SealedSecret,
  overlapSeconds: number,
): Promise<Rotation> {
  const current = endpoints(db).where({ projectId, id: endpointId, secretVersion: version });
  if (overlapSeconds > 0) current.whereRaw('(previous_secret_until <= now()) is not false');
  const previous =
    overlapSeconds > 0
      ? {
          previousKeyId: knex.ref('keyId'),
          previousWrappedKey: knex.ref('wrappedKey'),
          previousSealed: knex.ref('sealed'),
          previousSecretUntil: secondsFromNow(overlapSeconds),
        }
      : { previousKeyId: null, previousWrappedKey: null, previousSealed: null, previousSecretUntil: null };
  const [endpoint] = await current
    .update({ secretVersion: version + 1, keyId, wrappedKey, sealed, ...previous })
    .returning<EndpointRow[]>(ENDPOINT_COLUMNS);
  return endpoint ? { state: 'rotated', endpoint } : { state: 'outdated' };
}

export type WrappedSecret = Owner & Wrapping & { readonly version: number; readonly field: 'current' | 'previous' };

/** Lists keys wrapped by another key: `limit`, and the rest of the last endpoint. All projects. */
export async function listSecretsWrappedWithOthers(
  db: Database,
  keyId: string,
  after: Owner | null,
  limit: number,
): Promise<readonly WrappedSecret[]> {
  const { rows } = await knex
    .raw<{ rows: WrappedSecret[] }>(
      `select e.project_id, e.id as endpoint_id, s.* from webhook_endpoints e cross join lateral (values
         ('current', e.secret_version, e.key_id, e.wrapped_key),
         ('previous', e.secret_version - 1, e.previous_key_id, e.previous_wrapped_key)) as s(field, version, key_id, wrapped_key)
       where s.key_id <> ? ${after ? 'and (e.project_id, e.id) > (?, ?)' : ''}
       order by e.project_id, e.id fetch first ? rows with ties`,
      [keyId, ...(after ? [after.projectId, after.endpointId] : []), limit],
    )
    .connection(db);
  return rows;
}

/** Replaces the wrapped key that was read. Returns false after a rotation in the meantime. */
export async function replaceSecretWrapping(db: Database, before: WrappedSecret, after: Wrapping): Promise<boolean> {
  const { projectId, endpointId, wrappedKey, field } = before;
  const endpoint = endpoints(db).where({ projectId, id: endpointId });
  const replaced =
    field === 'current'
      ? endpoint.where({ wrappedKey }).update({ keyId: after.keyId, wrappedKey: after.wrappedKey })
      : endpoint
          .where({ previousWrappedKey: wrappedKey })
          .update({ previousKeyId: after.keyId, previousWrappedKey: after.wrappedKey });
  return (await replaced) === 1;
}

export async function countSecretsByKey(db: Database): Promise<ReadonlyMap<string, number>> {
  const previous = knex('webhookEndpoints').whereNotNull('previousKeyId').select('previousKeyId');
  const rows = await knex(knex('webhookEndpoints').select('keyId').unionAll(previous).as('s'))
    .connection(db)
    .groupBy('keyId')
    .orderBy('keyId')
    .select('keyId')
    .count<{ keyId: string; secrets: number }[]>({ secrets: '*' });
  return new Map(rows.map(({ keyId, secrets }) => [keyId, secrets]));
}
