import type { DeliveryStatus, StoredEventType } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

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
  /** Attempts in order. */
  readonly attempts: readonly AttemptRow[];
};

type StoredAttempt = Omit<AttemptRow, 'at'> & { readonly at: string };

const deliveriesTo = (db: Database, { projectId, endpointId }: Endpoint) =>
  knex('webhookDeliveries').connection(db).where({ projectId, endpointId });

const AGAIN = { state: 'pending', attempts: 0, nextAttemptAt: knex.fn.now() };

/** Lists deliveries older than `before`, newest first, with their attempts. */
export async function listDeliveries(
  db: Database,
  { projectId, endpointId }: Endpoint,
  {
    status,
    before,
    limit,
  }: { readonly status: DeliveryStatus | null; readonly before: string | null; readonly limit: number },
): Promise<DeliveryRow[]> {
  const attempts = knex('webhookAttempts as a')
    .where({ 'a.projectId': knex.ref('d.projectId'), 'a.deliveryId': knex.ref('d.id') })
    .select(
      knex.raw(`json_agg(json_build_object('number', a.number, 'at', a.at, 'durationMs', a.duration_ms, 'status', a.status, 'error', a.error,
        'response', a.response) order by a.number)`),
    );
  const found = knex('webhookDeliveries as d')
    .connection(db)
    .join('events as v', { 'v.projectId': 'd.projectId', 'v.id': 'd.eventId' })
    .join('webhookEndpoints as e', { 'e.projectId': 'd.projectId', 'e.id': 'd.endpointId' })
    .where({ 'd.projectId': projectId, 'd.endpointId': endpointId, ...(status && { 'd.state': status }) });
  if (before !== null) found.where('d.id', '<', before);
  const rows = await found
    .orderBy('d.id', 'desc')
    .limit(limit)
    .select<(Omit<DeliveryRow, 'attempts'> & { readonly attempts: readonly StoredAttempt[] })[]>(
      ...['d.id', 'd.eventId', 'v.type as eventType', 'd.state as status', 'd.createdAt'],
      knex.raw("case when d.state = 'pending' then greatest(d.next_attempt_at, e.paused_until) end as next_attempt_at"),
      knex.raw("coalesce(?, '[]') as attempts", [attempts]),
    );
  return rows.map((row) => ({
    ...row,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
  }));
}

/** Finds the events with a delivery to the endpoint, in any state. */
export async function findDelivered(
  db: Database,
  endpoint: Endpoint,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await deliveriesTo(db, endpoint).whereIn('eventId', eventIds).pluck<string[]>('eventId'));
}

/** Sends the deliveries of these events again, except pending ones. Returns how many. */
export async function replayEvents(db: Database, endpoint: Endpoint, eventIds: readonly string[]): Promise<number> {
  return deliveriesTo(db, endpoint).whereIn('eventId', eventIds).whereNot({ state: 'pending' }).update(AGAIN);
}

export type ReplayRange = {
  readonly since: Date;
  /** Exclusive end; null for now. */
  readonly until: Date | null;
  readonly statuses: readonly DeliveryStatus[];
  readonly types: readonly StoredEventType[] | null;
};

/** Sends deliveries of a time range again, oldest first, at most `limit`. Returns how many. */
export async function replayRange(
  db: Database,
  { projectId, endpointId }: Endpoint,
  { since, until, statuses, types }: ReplayRange,
  limit: number,
): Promise<number> {
  const chosen = knex('webhookDeliveries as d')
    .join('events as v', { 'v.projectId': 'd.projectId', 'v.id': 'd.eventId' })
    .where({ 'd.projectId': projectId, 'd.endpointId': endpointId })
    .whereIn('d.state', statuses)
    .where('v.occurredAt', '>=', since)
    .orderBy('d.id')
    .limit(limit)
    .forNoKeyUpdate('d')
    .select('d.projectId', 'd.id');
  if (until) chosen.where('v.occurredAt', '<', until);
  if (types) chosen.whereIn('v.type', types);
  return knex('webhookDeliveries').connection(db).whereIn(['projectId', 'id'], chosen).update(AGAIN);
}

/** Turns pending deliveries of a disabled endpoint into missed ones. */
export async function missPending(db: Database, endpoint: Endpoint): Promise<void> {
  await deliveriesTo(db, endpoint).where({ state: 'pending' }).update({ state: 'missed', nextAttemptAt: null });
}

export async function countMissed(db: Database, endpoint: Endpoint): Promise<number> {
  const missed = deliveriesTo(db, endpoint).where({ state: 'missed' });
  return (await missed.count({ missed: '*' }).first<{ missed: number }>()).missed;
}

/** Deletes up to `limit` deliveries of an endpoint with their attempts. Returns how many. */
export async function deleteDeliveries(db: Database, endpoint: Endpoint, limit: number): Promise<number> {
  const { projectId, endpointId } = endpoint;
  const newest = knex('webhookDeliveries').where({ projectId, endpointId }).orderBy('id', 'desc').limit(limit);
  return knex('webhookDeliveries')
    .connection(db)
    .whereIn(['projectId', 'id'], newest.select('projectId', 'id'))
    .delete();
}
