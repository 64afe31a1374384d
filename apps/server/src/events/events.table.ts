import type { Database } from '../db/database.ts';

export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly position: number;
  /** The event as JSON. */
  readonly body: string;
};

/** Public events of a project after a position, in their order. */
export async function listEvents(
  db: Database,
  projectId: string,
  page: { readonly after: number; readonly limit: number; readonly type: string | null },
): Promise<EventRow[]> {
  // Two statements, each with its index: `events_by_position`, `events_by_type`.
  const [name, ofType, more] =
    page.type === null ? ['list_events', '', []] : ['list_events_of_type', 'and type = $4', [page.type]];
  const { rows } = await db.query<EventRow>({
    name,
    text: `select id, type, position, body from events where project_id = $1 and position > $2 ${ofType} order by position limit $3`,
    values: [projectId, page.after, page.limit, ...more],
  });
  return rows;
}

/** The place of a public event; null when there is no such event, or it is no longer kept. */
export async function findEventPosition(db: Database, projectId: string, id: string): Promise<number | null> {
  const { rows } = await db.query<{ position: number | null }>({
    name: 'find_event_position',
    text: 'select position from events where project_id = $1 and id = $2',
    values: [projectId, id],
  });
  return rows[0]?.position ?? null;
}

/** The place of the newest public event of each project; 0 where there was none. */
export async function findLastPositions(
  db: Database,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ project_id: string; last: number }>({
    name: 'find_last_positions',
    text: 'select project_id, last from event_positions where project_id = any($1::uuid[])',
    values: [projectIds],
  });
  const found = new Map(rows.map((row) => [row.project_id, row.last]));
  return new Map(projectIds.map((projectId) => [projectId, found.get(projectId) ?? 0]));
}

/**
 * Deletes up to `limit` events that are older than `days`, with their deliveries. An event that occurs once in a period, or for a version, stays for a year:
 * it would occur again. Over all projects. Returns how many.
 */
export async function purgeEvents(
  db: Database,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from events v using (
             select project_id, id from events
             where occurred_at < now() - make_interval(days => $1)
               and (once is null or post_id is not null or account_id is not null or occurred_at < now() - interval '1 year')
             order by occurred_at limit $2) old
           where v.project_id = old.project_id and v.id = old.id`,
    values: [days, limit],
  });
  return rowCount ?? 0;
}
