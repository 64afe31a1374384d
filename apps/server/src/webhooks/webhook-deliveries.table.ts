import type { DeliveryStatus, StoredEventType } from '@fanfare/contract';
import type { Database } from '../db/database.ts';

type Endpoint = { readonly projectId: string; readonly endpointId: string };

export type AttemptRow = {
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
};

export type DeliveryRow = {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: StoredEventType;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  /** In order. */
  readonly attempts: readonly AttemptRow[];
};

type StoredDelivery = {
  id: string;
  event_id: string;
  type: StoredEventType;
  state: DeliveryStatus;
  created_at: Date;
  next_attempt_at: Date | null;
  attempts: (Omit<AttemptRow, 'at'> & { at: string })[];
};

/** Newest first, after the delivery `before`, each with its attempts as of the same moment. */
export async function listDeliveries(
  db: Database,
  { projectId, endpointId }: Endpoint,
  page: { readonly status: DeliveryStatus | null; readonly before: string | null; readonly limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await db.query<StoredDelivery>({
    text: `select d.id, d.event_id, v.type, d.state, d.created_at,
             case when d.state = 'pending' then greatest(d.next_attempt_at, e.paused_until) end as next_attempt_at, coalesce((
             select json_agg(json_build_object('number', a.number, 'at', a.at, 'durationMs', a.duration_ms, 'status', a.status, 'error', a.error,
               'response', a.response) order by a.number)
             from webhook_attempts a where a.project_id = d.project_id and a.delivery_id = d.id), '[]') as attempts
           from webhook_deliveries d join events v on v.project_id = d.project_id and v.id = d.event_id
             join webhook_endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id
           where d.project_id = $1 and d.endpoint_id = $2 and ($3::text is null or d.state = $3) and ($4::uuid is null or d.id < $4)
           order by d.id desc limit $5`,
    values: [projectId, endpointId, page.status, page.before, page.limit],
  });
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    eventType: row.type,
    status: row.state,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
  }));
}

/** Which of these events have a delivery to the endpoint, in whatever state. */
export async function findDelivered(
  db: Database,
  { projectId, endpointId }: Endpoint,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ event_id: string }>({
    text: 'select event_id from webhook_deliveries where project_id = $1 and endpoint_id = $2 and event_id = any($3::uuid[])',
    values: [projectId, endpointId, eventIds],
  });
  return new Set(rows.map((row) => row.event_id));
}

/** Sends the deliveries of these events again, except those that are pending. Returns how many. */
export async function replayEvents(
  db: Database,
  { projectId, endpointId }: Endpoint,
  eventIds: readonly string[],
): Promise<number> {
  const { rowCount } = await db.query({
    text: `update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = now()
           where project_id = $1 and endpoint_id = $2 and event_id = any($3::uuid[]) and state <> 'pending'`,
    values: [projectId, endpointId, eventIds],
  });
  return rowCount ?? 0;
}

export type ReplayRange = {
  readonly since: Date;
  /** Not included; null for now. */
  readonly until: Date | null;
  readonly statuses: readonly DeliveryStatus[];
  readonly types: readonly StoredEventType[] | null;
};

/** The same for events of a time, the oldest first, at most `limit` of them. */
export async function replayRange(
  db: Database,
  { projectId, endpointId }: Endpoint,
  range: ReplayRange,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query({
    text: `with chosen as (
             select d.project_id, d.id
             from webhook_deliveries d join events v on v.project_id = d.project_id and v.id = d.event_id
             where d.project_id = $1 and d.endpoint_id = $2 and d.state = any($3::text[]) and v.occurred_at >= $4
               and ($5::timestamptz is null or v.occurred_at < $5) and ($6::text[] is null or v.type = any($6))
             order by d.id limit $7
             for no key update of d
           )
           update webhook_deliveries d set state = 'pending', attempts = 0, next_attempt_at = now()
           from chosen c where d.project_id = c.project_id and d.id = c.id`,
    values: [projectId, endpointId, range.statuses, range.since, range.until, range.types, limit],
  });
  return rowCount ?? 0;
}

/** What waits for an endpoint that is disabled becomes missed. */
export async function missPending(db: Database, { projectId, endpointId }: Endpoint): Promise<void> {
  await db.query({
    text: `update webhook_deliveries set state = 'missed', next_attempt_at = null
           where project_id = $1 and endpoint_id = $2 and state = 'pending'`,
    values: [projectId, endpointId],
  });
}

export async function countMissed(db: Database, { projectId, endpointId }: Endpoint): Promise<number> {
  const { rows } = await db.query<{ missed: number }>({
    text: `select count(*)::int as missed from webhook_deliveries where project_id = $1 and endpoint_id = $2 and state = 'missed'`,
    values: [projectId, endpointId],
  });
  return rows[0]!.missed;
}

/** Deletes up to `limit` deliveries of an endpoint with their attempts. Returns how many. */
export async function deleteDeliveries(
  db: Database,
  { projectId, endpointId }: Endpoint,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from webhook_deliveries d using (
             select id from webhook_deliveries where project_id = $1 and endpoint_id = $2 order by id desc limit $3) old
           where d.project_id = $1 and d.id = old.id`,
    values: [projectId, endpointId, limit],
  });
  return rowCount ?? 0;
}
