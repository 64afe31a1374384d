import type { Platform, StoredEventType, WebhookDisabledReason } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
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

export type StoredEndpoint = {
  id: string;
  url: string;
  description: string | null;
  events: StoredEventType[] | null;
  platforms: Platform[] | null;
  profile_id: string | null;
  enabled: boolean;
  disabled_reason: WebhookDisabledReason | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  paused_until: Date | null;
  previous_until: Date | null;
  created_at: Date;
};

/** Of the endpoint `e`, without its secrets. */
export const ENDPOINT_COLUMNS = `e.id, e.url, e.description, e.events, e.platforms, e.profile_id, e.enabled, e.disabled_reason, e.disabled_at, e.failing_since,
             case when e.paused_until > now() then e.paused_until end as paused_until,
             case when e.previous_secret_until > now() then e.previous_secret_until end as previous_until, e.created_at`;

export const toEndpointRow = (row: StoredEndpoint): EndpointRow => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  platforms: row.platforms,
  profileId: row.profile_id,
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  disabledAt: row.disabled_at,
  failingSince: row.failing_since,
  pausedUntil: row.paused_until,
  previousSecretUntil: row.previous_until,
  createdAt: row.created_at,
});

export async function insertEndpoint(
  db: Database,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  settings: EndpointSettings,
  secret: SealedSecret,
): Promise<EndpointRow> {
  const { url, description, events, platforms, profileId, enabled } = settings;
  const { rows } = await db.query<StoredEndpoint>({
    text: `insert into webhook_endpoints as e (project_id, id, url, description, events, platforms, profile_id, enabled, disabled_reason, disabled_at,
             secret_version, key_id, wrapped_key, sealed)
           values ($1, $2, $3, $4, $5, $6, $7, $8, case when not $8 then 'by_caller' end, case when not $8 then now() end, 1, $9, $10, $11)
           returning ${ENDPOINT_COLUMNS}`,
    values: [
      ...[projectId, id, url, description, events, platforms, profileId, enabled],
      ...[secret.keyId, secret.wrappedKey, secret.sealed],
    ],
  });
  return toEndpointRow(rows[0]!);
}

/** Oldest first. */
export async function listEndpoints(db: Database, projectId: string): Promise<EndpointRow[]> {
  const { rows } = await db.query<StoredEndpoint>({
    text: `select ${ENDPOINT_COLUMNS} from webhook_endpoints e where e.project_id = $1 order by e.created_at, e.id`,
    values: [projectId],
  });
  return rows.map(toEndpointRow);
}

export async function findEndpoint(db: Database, projectId: string, id: string): Promise<EndpointRow | null> {
  const { rows } = await db.query<StoredEndpoint>({
    text: `select ${ENDPOINT_COLUMNS} from webhook_endpoints e where e.project_id = $1 and e.id = $2`,
    values: [projectId, id],
  });
  return rows[0] ? toEndpointRow(rows[0]) : null;
}

/** The same, locked until the transaction ends. Nothing is claimed for it meanwhile. */
export async function lockEndpoint(tx: Database, projectId: string, id: string): Promise<EndpointRow | null> {
  const { rows } = await tx.query<StoredEndpoint>({
    text: `select ${ENDPOINT_COLUMNS} from webhook_endpoints e where e.project_id = $1 and e.id = $2 for no key update`,
    values: [projectId, id],
  });
  return rows[0] ? toEndpointRow(rows[0]) : null;
}

/** Stores changed settings. An endpoint that is enabled, or gets another address, starts without earlier failures and pauses. */
export async function updateEndpoint(
  tx: Database,
  projectId: string,
  id: string,
  settings: EndpointSettings,
): Promise<EndpointRow> {
  const { url, description, events, platforms, profileId, enabled } = settings;
  const { rows } = await tx.query<StoredEndpoint>({
    text: `update webhook_endpoints e
           set url = $3, description = $4, events = $5, platforms = $6, profile_id = $7, enabled = $8,
             disabled_reason = case when not $8 then coalesce(e.disabled_reason, 'by_caller') end,
             disabled_at = case when not $8 then coalesce(e.disabled_at, now()) end,
             failing_since = case when (e.enabled or not $8) and e.url = $3 then e.failing_since end,
             failed_attempts = case when (e.enabled or not $8) and e.url = $3 then e.failed_attempts else 0 end,
             mailed = case when (e.enabled or not $8) and e.url = $3 then e.mailed end,
             paused_until = case when (e.enabled or not $8) and e.url = $3 then e.paused_until end
           where e.project_id = $1 and e.id = $2
           returning ${ENDPOINT_COLUMNS}`,
    values: [projectId, id, url, description, events, platforms, profileId, enabled],
  });
  return toEndpointRow(rows[0]!);
}

/** Nothing more is claimed for it. What waits for it stays as it is. False when there is none. */
export async function disableEndpoint(db: Database, { projectId, endpointId }: Key): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update webhook_endpoints set enabled = false, disabled_reason = coalesce(disabled_reason, 'by_caller'), disabled_at = coalesce(disabled_at, now())
           where project_id = $1 and id = $2`,
    values: [projectId, endpointId],
  });
  return rowCount === 1;
}

type Key = { readonly projectId: string; readonly endpointId: string };

/** Deletes it with what is left of its deliveries and their attempts. False when there is none. */
export async function deleteEndpoint(db: Database, { projectId, endpointId }: Key): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'delete from webhook_endpoints where project_id = $1 and id = $2',
    values: [projectId, endpointId],
  });
  return rowCount === 1;
}
