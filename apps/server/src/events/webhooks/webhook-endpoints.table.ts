import type { Platform, StoredEventType, WebhookDisabledReason } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { SealedSecret } from './webhook-secret.ts';

/** What a caller says about an endpoint. Null in a filter means all. */
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
  /** While nothing is sent to it, because it asked for a pause. */
  readonly pausedUntil: Date | null;
  /** While the previous secret signs. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
};

/** Of an `EndpointRow`, by the database's clock. */
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

/** Oldest first. */
export async function listEndpoints(db: Database, projectId: string): Promise<EndpointRow[]> {
  return endpoints(db).where({ projectId }).orderBy(['createdAt', 'id']).select<EndpointRow[]>(ENDPOINT_COLUMNS);
}

const oneEndpoint = (db: Database, projectId: string, id: string) =>
  endpoints(db).where({ projectId, id }).first<EndpointRow | undefined>(ENDPOINT_COLUMNS);

export async function findEndpoint(db: Database, projectId: string, id: string): Promise<EndpointRow | null> {
  return (await oneEndpoint(db, projectId, id)) ?? null;
}

/** The same, locked until the transaction ends. Nothing is claimed for it meanwhile. */
export async function lockEndpoint(tx: Database, projectId: string, id: string): Promise<EndpointRow | null> {
  return (await oneEndpoint(tx, projectId, id).forNoKeyUpdate()) ?? null;
}

/** Stores changed settings. An endpoint that is enabled, or gets another address, starts without earlier failures and pauses. */
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

/** What disabled it before stays the reason. */
const DISABLED = {
  enabled: false,
  disabledReason: knex.raw("coalesce(disabled_reason, 'by_caller')"),
  disabledAt: knex.raw('coalesce(disabled_at, now())'),
};

/** Nothing more is claimed for it. What waits for it stays as it is. False when there is none. */
export async function disableEndpoint(db: Database, { projectId, endpointId }: Key): Promise<boolean> {
  return (await endpoints(db).where({ projectId, id: endpointId }).update(DISABLED)) === 1;
}

/** Deletes it with what is left of its deliveries and their attempts. False when there is none. */
export async function deleteEndpoint(db: Database, { projectId, endpointId }: Key): Promise<boolean> {
  return (await endpoints(db).where({ projectId, id: endpointId }).delete()) === 1;
}
