import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly position: number;
  /** The event as JSON. */
  readonly body: string;
};

const events = (db: Database, projectId: string) => knex('events').connection(db).where({ projectId });

/** Lists public events of a project after a position, in order. */
export async function listEvents(
  db: Database,
  projectId: string,
  { after, limit, type }: { readonly after: number; readonly limit: number; readonly type: string | null },
): Promise<EventRow[]> {
  const found = events(db, projectId).where('position', '>', after).orderBy('position').limit(limit);
  if (type !== null) found.where({ type });
  return found.select<EventRow[]>('id', 'type', 'position', 'body');
}

/** Finds the position of a public event; null when there is none, or it was deleted. */
export async function findEventPosition(db: Database, projectId: string, id: string): Promise<number | null> {
  const [position] = await events(db, projectId).where({ id }).pluck<(number | null)[]>('position');
  return position ?? null;
}

/** Finds the newest public position of each project; 0 where there is none. */
export async function findLastPositions(
  db: Database,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await knex('eventPositions')
    .connection(db)
    .whereIn('projectId', projectIds)
    .select<{ projectId: string; last: number }[]>('projectId', 'last');
  const found = new Map(rows.map(({ projectId, last }) => [projectId, last]));
  return new Map(projectIds.map((projectId) => [projectId, found.get(projectId) ?? 0]));
}

/**
 * Deletes up to `limit` events older than `days`, with their deliveries. Keeps an event that occurs
 * once per period or version for a year: it would occur again. Over all projects. Returns how many.
 */
export async function purgeEvents(
  db: Database,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const old = knex('events')
    .whereRaw('occurred_at < now() - make_interval(days => ?)', [days])
    .whereRaw(
      "(once is null or post_id is not null or account_id is not null or occurred_at < now() - interval '1 year')",
    )
    .orderBy('occurredAt')
    .limit(limit)
    .select('projectId', 'id');
  return knex('events').connection(db).whereIn(['projectId', 'id'], old).delete();
}
