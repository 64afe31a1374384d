import type { Platform, StoredEventType, WebhookDisabledReason } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { SealedSecret } from './webhook-secret.ts';

/** Settings of a caller. Null in a filter means all. */
export type EndpointSettings = {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly StoredEventType[] | null;
  readonly platforms: readonly Platform[] | null;
  readonly profileId: string | null;
  readonly enabled: boolean;
};

type Key = { readonly projectId: string; readonly endpointId: string };

export type EndpointRow = EndpointSettings & {
  readonly id: string;
  readonly disabledReason: WebhookDisabledReason | null;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
  /** End of a pause that the receiver requested. */
  readonly pausedUntil: Date | null;
  /** End of the time in which the previous secret signs. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
};

/** Columns of an `EndpointRow`, by the database's clock. */
export const ENDPOINT_COLUMNS = [
  ...['id', 'url', 'description', 'events', 'platforms', 'profileId', 'enabled', 'disabledReason', 'disabledAt'],
  ...['failingSince', 'createdAt'],
  knex.raw('case when paused_until > now() then paused_until end as paused_until'),
  knex.raw('case when previous_secret_until > now() then previous_secret_until end as previous_secret_until'),
];

const endpoints = (db: Database) => knex('webhookEndpoints').connection(db);

export async function insertEndpoint(
  db: Database,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  { url, description, events, platforms, profileId, enabled }: EndpointSettings,
  { keyId, wrappedKey, sealed }: SealedSecret,
): Promise<EndpointRow> {
  const [inserted] = await endpoints(db)
    .insert({
      ...{ projectId, id, url, description, events, platforms, profileId, enabled },
      ...(!enabled && { disabledReason: 'by_caller', disabledAt: knex.fn.now() }),
      ...{ secretVersion: 1, keyId, wrappedKey, sealed },
    })
    .returning<EndpointRow[]>(ENDPOINT_COLUMNS);
  return inserted!;
}

export async function listEndpoints(db: Database, projectId: string): Promise<EndpointRow[]> {
  return endpoints(db).where({ projectId }).orderBy(['createdAt', 'id']).select<EndpointRow[]>(ENDPOINT_COLUMNS);
}

const oneEndpoint = (db: Database, projectId: string, id: string) =>
  endpoints(db).where({ projectId, id }).first<EndpointRow | undefined>(ENDPOINT_COLUMNS);

export async function findEndpoint(db: Database, projectId: string, id: string): Promise<EndpointRow | null> {
  return (await oneEndpoint(db, projectId, id)) ?? null;
}

/** Finds an endpoint and locks it against claims until the transaction ends. */
export async function lockEndpoint(tx: Database, projectId: string, id: string): Promise<EndpointRow | null> {
  return (await oneEndpoint(tx, projectId, id).forNoKeyUpdate()) ?? null;
}

/** Stores settings. An enabled endpoint or a new address starts without failures and pauses. */
export async function updateEndpoint(
  tx: Database,
  projectId: string,
  id: string,
  { url, description, events, platforms, profileId, enabled }: EndpointSettings,
): Promise<EndpointRow> {
  const unlessItStartsAnew = (column: string, otherwise = 'null') =>
    knex.raw(`case when (enabled or ?) and url = ? then ${column} else ${otherwise} end`, [!enabled, url]);
  const [updated] = await endpoints(tx)
    .where({ projectId, id })
    .update({
      ...{ url, description, events, platforms, profileId, enabled },
      ...(enabled ? { disabledReason: null, disabledAt: null } : DISABLED),
      failingSince: unlessItStartsAnew('failing_since'),
      failedAttempts: unlessItStartsAnew('failed_attempts', '0'),
      mailed: unlessItStartsAnew('mailed'),
      pausedUntil: unlessItStartsAnew('paused_until'),
    })
    .returning<EndpointRow[]>(ENDPOINT_COLUMNS);
  return updated!;
}

/** Settings of a disabled endpoint. The first reason stays. */
const DISABLED = {
  enabled: false,
  disabledReason: knex.raw("coalesce(disabled_reason, 'by_caller')"),
  disabledAt: knex.raw('coalesce(disabled_at, now())'),
};

/** Stops claims for an endpoint; pending deliveries stay. Returns false when there is none. */
export async function disableEndpoint(db: Database, { projectId, endpointId }: Key): Promise<boolean> {
  return (await endpoints(db).where({ projectId, id: endpointId }).update(DISABLED)) === 1;
}

/** Deletes an endpoint with its deliveries and attempts. Returns false when there is none. */
export async function deleteEndpoint(db: Database, { projectId, endpointId }: Key): Promise<boolean> {
  return (await endpoints(db).where({ projectId, id: endpointId }).delete()) === 1;
}
