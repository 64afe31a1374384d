import type { Platform, StoredEventType } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { sameProject } from '../db/same-project.ts';
import { NEW_ID } from './emit.ts';

/** Of how many waiting events the projects are looked up. */
const MOST_LOOKED_AT = 2_000;

/** Projects with events that wait for the relay, each with a row in `event_positions`. Over all projects. */
export async function findWaiting(db: Database): Promise<readonly string[]> {
  const { rows } = await db.query<{ project_id: string }>({
    name: 'find_waiting_events',
    text: `with waiting as (
             select distinct project_id from (
               select project_id from events where position is null and show_at <= now() order by show_at limit ${MOST_LOOKED_AT}) e
           ), made as (
             insert into event_positions (project_id, last) select project_id, 0 from waiting order by project_id on conflict do nothing
           )
           select project_id from waiting`,
  });
  return rows.map((row) => row.project_id);
}

/**
 * Locks the positions of these projects until the transaction ends, without those that another relay has, and returns the last position of each. Whoever has
 * the lock is the only relay of the project, and what it gives positions becomes visible before the next ones.
 */
export async function lockPositions(tx: Database, projectIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ project_id: string; last: number }>({
    name: 'lock_event_positions',
    text: 'select project_id, last from event_positions where project_id = any($1::uuid[]) for update skip locked',
    values: [projectIds],
  });
  return new Map(rows.map((row) => [row.project_id, row.last]));
}

/** Waits until no relay works for the project, and lets none begin before the transaction ends. */
export async function stopRelay(tx: Database, projectId: string): Promise<void> {
  await tx.query({
    text: `insert into event_positions as p (project_id, last) values ($1, 0) on conflict (project_id) do update set last = p.last`,
    values: [projectId],
  });
}

type EventKey = { readonly projectId: string; readonly id: string };

/** The name of a row within all projects. */
export const nameOf = (projectId: string, id: string): string => `${projectId} ${id}`;

/** An event as the statement that wrote it left it. */
export type WrittenEvent = {
  readonly projectId: string;
  readonly id: string;
  readonly type: StoredEventType;
  readonly postId: string | null;
  readonly targetId: string | null;
  readonly accountId: string | null;
  readonly platform: Platform | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
};

/** Events of these projects that wait, in the order in which they happened. */
export async function findWritten(
  tx: Database,
  projectIds: readonly string[],
  limit: number,
): Promise<readonly WrittenEvent[]> {
  const { rows } = await tx.query<WrittenEvent>({
    name: 'find_written_events',
    text: `select project_id as "projectId", id, type, post_id as "postId", target_id as "targetId", account_id as "accountId", platform, facts,
             occurred_at as "occurredAt"
           from (select * from events where project_id = any($1::uuid[]) and position is null and show_at <= now() order by show_at limit $2) e
           order by occurred_at, id`,
    values: [projectIds, limit],
  });
  return rows;
}

/** Webhooks of these projects, with what they choose. */
export type Subscriber = {
  readonly projectId: string;
  readonly id: string;
  readonly events: readonly StoredEventType[];
  readonly platforms: readonly Platform[];
  readonly profileId: string | null;
};

export async function findSubscribers(tx: Database, projectIds: readonly string[]): Promise<readonly Subscriber[]> {
  const { rows } = await tx.query<Subscriber>({
    name: 'find_subscribers',
    text: `select project_id as "projectId", id, coalesce(events, '{}') as events, coalesce(platforms, '{}') as platforms, profile_id as "profileId"
           from webhook_endpoints where project_id = any($1::uuid[]) order by project_id, id`,
    values: [projectIds],
  });
  return rows;
}

/** An event with its place and its bytes. */
export type PublicEvent = {
  readonly projectId: string;
  readonly id: string;
  readonly type: StoredEventType;
  readonly position: number;
  readonly body: string;
  /** Of an event that the relay derived, and that has no row yet. */
  readonly derived: { readonly postId: string; readonly once: string; readonly occurredAt: Date } | null;
};

/** Makes events public, in one statement: positions and bodies, and the last position of each project. */
export async function publishEvents(tx: Database, events: readonly PublicEvent[]): Promise<void> {
  await tx.query({
    name: 'publish_events',
    // Lists of both columns lead the planner to the primary key, whatever its estimate of the project's rows.
    text: `with e as (
             select * from jsonb_to_recordset($1::jsonb) as e(project_id uuid, id uuid, type text, position bigint, body text, post_id uuid, once text,
               occurred_at timestamptz)
           ), written as (
             update events v set position = e.position, body = e.body from e
             where v.project_id = any($2::uuid[]) and v.id = any($3::uuid[]) and ${sameProject('v', 'e')} and v.id = e.id
           ), derived as (
             insert into events (project_id, id, type, post_id, once, occurred_at, position, body)
             select e.project_id, e.id, e.type, e.post_id, e.once, e.occurred_at, e.position, e.body from e where e.once is not null
           )
           update event_positions p set last = m.last
           from (select e.project_id, max(e.position) as last from e group by e.project_id) m where p.project_id = m.project_id`,
    values: [
      JSON.stringify(
        events.map(({ projectId, id, type, position, body, derived }) => ({
          ...{ project_id: projectId, id, type, position, body },
          ...(derived && { post_id: derived.postId, once: derived.once, occurred_at: derived.occurredAt }),
        })),
      ),
      [...new Set(events.map(({ projectId }) => projectId))],
      events.map(({ id }) => id),
    ],
  });
}

export type NewDelivery = { readonly projectId: string; readonly endpointId: string; readonly eventId: string };

/**
 * Records deliveries, in their order. A webhook that is disabled misses them; it is locked against being disabled at the same time, since that would leave
 * these out. What was deleted meanwhile gets none.
 */
export async function insertDeliveries(tx: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query({
    name: 'insert_deliveries',
    text: `insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state, next_attempt_at)
           select d.project_id, ${NEW_ID}, w.id, d.event_id, case when w.enabled then 'pending' else 'missed' end, case when w.enabled then now() end
           from (
               select w.project_id, w.id, w.enabled from webhook_endpoints w
               where w.project_id = any($1::uuid[]) and w.id = any($2::uuid[]) order by w.project_id, w.id for share
             ) w join unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as d(project_id, endpoint_id, event_id, place)
               on d.project_id = w.project_id and d.endpoint_id = w.id
           order by d.place`,
    values: [
      deliveries.map(({ projectId }) => projectId),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ eventId }) => eventId),
    ],
  });
}

/** Of these texts, those that an event of the project has as its `once`. */
export async function findOnce(
  tx: Database,
  keys: readonly { projectId: string; once: string }[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await tx.query<{ project_id: string; once: string }>({
    name: 'find_once_events',
    text: `select v.project_id, v.once from unnest($1::uuid[], $2::text[]) w(project_id, once)
             join events v on v.project_id = w.project_id and v.once = w.once
           where v.project_id = any($1) and v.once = any($2)`,
    values: [keys.map(({ projectId }) => projectId), keys.map(({ once }) => once)],
  });
  return new Set(rows.map((row) => nameOf(row.project_id, row.once)));
}

/** Deletes events whose post or account is gone: no reader may see them. */
export async function dropEvents(tx: Database, keys: readonly EventKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    text: `delete from events v using unnest($1::uuid[], $2::uuid[]) w(project_id, id) where v.project_id = w.project_id and v.id = w.id`,
    values: [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)],
  });
}

/** Lets the relay take events later. */
export async function postponeEvents(tx: Database, keys: readonly EventKey[], seconds: number): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    text: `update events v set show_at = now() + make_interval(secs => $3) from unnest($1::uuid[], $2::uuid[]) w(project_id, id)
           where v.project_id = w.project_id and v.id = w.id`,
    values: [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id), seconds],
  });
}
