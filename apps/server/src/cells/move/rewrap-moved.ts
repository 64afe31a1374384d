import { rewrapCredential } from '../../accounts/credentials/sealed-credential.ts';
import type { Database } from '../../db/database.ts';
import { rewrapSecret } from '../../events/webhooks/webhook-secret.ts';
import type { KeyRing, Wrapping } from '../../process/key-ring.ts';

type Secret = Wrapping & {
  readonly projectId: string;
  readonly endpointId: string;
  readonly version: number;
  readonly previousKeyId: string | null;
  readonly previousWrappedKey: Buffer | null;
};

/**
 * Wraps the keys of waiting credentials and webhook secrets with the encryption key of the new
 * cell. Throws for a key that the old cell's encryption keys do not unwrap.
 */
export async function rewrapMoved(db: Database, schema: string, of: { readonly from: KeyRing; readonly to: KeyRing }) {
  const keyRing: KeyRing = { primaryId: of.to.primaryId, wrap: of.to.wrap, unwrap: of.from.unwrap };
  const { rows: credentials } = await db.query<Wrapping & { projectId: string; accountId: string; version: number }>({
    text: `select project_id as "projectId", account_id as "accountId", version, key_id as "keyId", wrapped_key as "wrappedKey" from ${schema}.credentials`,
  });
  for (const row of credentials) {
    const { keyId, wrappedKey } = rewrapCredential({ keyRing }, row);
    await db.query({
      text: `update ${schema}.credentials set key_id = $3, wrapped_key = $4 where project_id = $1 and account_id = $2`,
      values: [row.projectId, row.accountId, keyId, wrappedKey],
    });
  }
  const { rows: secrets } = await db.query<Secret>({
    text: `select project_id as "projectId", id as "endpointId", secret_version as version, key_id as "keyId", wrapped_key as "wrappedKey",
             previous_key_id as "previousKeyId", previous_wrapped_key as "previousWrappedKey" from ${schema}.webhook_endpoints`,
  });
  for (const row of secrets) {
    const current = rewrapSecret({ keyRing }, row, row);
    const { previousKeyId, previousWrappedKey } = row;
    const previous =
      previousKeyId === null || previousWrappedKey === null
        ? null
        : rewrapSecret(
            { keyRing },
            { ...row, version: row.version - 1 },
            { keyId: previousKeyId, wrappedKey: previousWrappedKey },
          );
    await db.query({
      text: `update ${schema}.webhook_endpoints set key_id = $3, wrapped_key = $4, previous_key_id = $5, previous_wrapped_key = $6
             where project_id = $1 and id = $2`,
      values: [
        ...[row.projectId, row.endpointId, current.keyId, current.wrappedKey],
        ...[previous?.keyId ?? null, previous?.wrappedKey ?? null],
      ],
    });
  }
}
