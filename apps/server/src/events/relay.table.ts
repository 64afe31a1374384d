import type { Platform, StoredEventType } from '@fanfare/contract';
import { atPosition, byText } from '../db/at-position.ts';
import type { Database } from '../db/database.ts';
import { plainList } from '../db/plain-list.ts';
import { storeEnds } from '../publishing/settled-posts.table.ts';
import { NEW_ID } from './emit.ts';

type EventKey = { readonly projectId: string; readonly id: string };

/** Key of a row among all projects. */
export const nameOf = (projectId: string, id: string): string => `${projectId} ${id}`;

/** Event as its statement wrote it. */
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

/** Finds waiting events of these projects, in the order in which they happened. */
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
    values: [plainList(projectIds), limit],
  });
  return rows;
}

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
    values: [plainList(projectIds)],
  });
  return rows;
}

/** Event with its position and body. */
export type PublicEvent = {
  readonly projectId: string;
  readonly id: string;
  readonly type: StoredEventType;
  readonly position: number;
  /** JSON as `JSON.stringify` makes it, without line breaks. */
  readonly body: string;
  /** Set for an event that the relay derived and that has no row yet. */
  readonly derived: { readonly postId: string; readonly occurredAt: Date } | null;
};

/** `once` of the event of a post whose targets have all settled. */
export const settledOnce = (postId: string): string => `settled:${postId}`;

/** Makes events public in one statement: positions, bodies, last positions, status of posts. */
export async function publishEvents(tx: Database, events: readonly PublicEvent[]): Promise<void> {
  const written = events.filter(({ derived }) => derived === null).toSorted(byText(({ id }) => id));
  const ofPosts = events
    .flatMap((event) => (event.derived ? [{ ...event, derived: event.derived }] : []))
    .toSorted(byText(({ derived }) => derived.postId));
  const last = new Map(events.map(({ projectId, position }) => [projectId, position]));
  const projectIds = [...last.keys()].toSorted();
  await tx.query({
    name: 'publish_events',
    // One text with a body per line: an array or JSON would escape and parse each quote.
    text: `with body as materialized (
             select string_to_array($4, E'\n') as lines
           ), written as (
             update events v set position = ${atPosition('v.id', '$2', '$3::bigint[]')}, body = ${atPosition('v.id', '$2', '(select lines from body)')}
             where v.project_id = any($1::uuid[]) and v.id = any($2) and v.project_id = ${atPosition('v.id', '$2', '$1')}
           ), derived as (
             insert into events (project_id, id, position, body, type, post_id, occurred_at, once)
             select d.*, 'settled:' || d.post_id
             from unnest($5::uuid[], $6::uuid[], $7::bigint[], string_to_array($8, E'\n'), $9::text[], $10::uuid[], $11::timestamptz[])
               as d(project_id, id, position, body, type, post_id, occurred_at)
           ), ${storeEnds({ projects: '$5', posts: '$10', events: '$9' })}
           update event_positions p set last = ${atPosition('p.project_id', '$12', '$13::bigint[]')} where p.project_id = any($12::uuid[])`,
    values: [
      plainList(written.map(({ projectId }) => projectId)),
      plainList(written.map(({ id }) => id)),
      plainList(written.map(({ position }) => position)),
      written.map(({ body }) => body).join('\n'),
      plainList(ofPosts.map(({ projectId }) => projectId)),
      plainList(ofPosts.map(({ id }) => id)),
      plainList(ofPosts.map(({ position }) => position)),
      ofPosts.map(({ body }) => body).join('\n'),
      plainList(ofPosts.map(({ type }) => type)),
      plainList(ofPosts.map(({ derived }) => derived.postId)),
      plainList(ofPosts.map(({ derived }) => derived.occurredAt.toISOString())),
      plainList(projectIds),
      plainList(projectIds.map((projectId) => last.get(projectId)!)),
    ],
  });
}

export type NewDelivery = { readonly projectId: string; readonly endpointId: string; readonly eventId: string };

/**
 * Records deliveries, in order. A disabled webhook misses them. The lock keeps it from being
 * disabled meanwhile, which would leave these out. Deleted webhooks get none.
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
             ) w join unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as d(project_id, endpoint_id, event_id, position)
               on d.project_id = w.project_id and d.endpoint_id = w.id
           order by d.position`,
    values: [
      deliveries.map(({ projectId }) => projectId),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ eventId }) => eventId),
    ],
  });
}

/** Finds the texts that an event of the project has as its `once`. */
export async function findOnce(
  tx: Database,
  keys: readonly { projectId: string; once: string }[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await tx.query<{ project_id: string; once: string }>({
    name: 'find_once_events',
    text: 'select project_id, once from events where project_id = any($1::uuid[]) and once = any($2::text[])',
    values: [plainList(keys.map(({ projectId }) => projectId)), plainList(keys.map(({ once }) => once))],
  });
  return new Set(rows.map((row) => nameOf(row.project_id, row.once)));
}

/** Deletes events whose post or account is gone. */
export async function dropEvents(tx: Database, keys: readonly EventKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    text: `delete from events v using unnest($1::uuid[], $2::uuid[]) w(project_id, id) where v.project_id = w.project_id and v.id = w.id`,
    values: [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)],
  });
}

export async function postponeEvents(tx: Database, keys: readonly EventKey[], seconds: number): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    text: `update events v set show_at = now() + make_interval(secs => $3) from unnest($1::uuid[], $2::uuid[]) w(project_id, id)
           where v.project_id = w.project_id and v.id = w.id`,
    values: [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id), seconds],
  });
}
