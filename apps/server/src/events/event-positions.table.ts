import type { Database } from '../db/database.ts';
import { plainList } from '../db/plain-list.ts';
import { isNotRestored } from '../publishing/restore-guard.table.ts';

/** Most waiting events whose projects are looked up. */
const MOST_LOOKED_AT = 2_000;

/** Finds projects with waiting events, and gives each a row in `event_positions`. All projects. */
export async function findWaiting(db: Database): Promise<readonly string[]> {
  const { rows } = await db.query<{ project_id: string }>({
    name: 'find_waiting_events',
    text: `with waiting as (
             select distinct project_id from (
               select project_id from events where position is null and show_at <= now() order by show_at limit ${MOST_LOOKED_AT}) e
           ), made as (
             insert into event_positions (project_id, last) select project_id, 0 from waiting w
             where not exists (select from event_positions p where p.project_id = w.project_id) order by project_id on conflict do nothing
           )
           select project_id from waiting`,
  });
  return rows.map((row) => row.project_id);
}

/**
 * Locks the positions of these projects until the transaction ends, and returns the last position
 * of each. Skips projects that another relay has locked: the holder is the project's only relay,
 * and its positions become visible before later ones. Locks nothing in a database that was restored
 * and not recovered: its positions were given to other events. `epoch` is the newest one of the
 * restore guard that this server knows.
 */
export async function lockPositions(
  tx: Database,
  projectIds: readonly string[],
  epoch: Date,
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ project_id: string; last: number }>({
    name: 'lock_event_positions',
    text: `select project_id, last from event_positions where project_id = any($1::uuid[]) and ${isNotRestored('$2')} for update of event_positions skip locked`,
    values: [plainList(projectIds), epoch.toISOString()],
  });
  return new Map(rows.map((row) => [row.project_id, row.last]));
}

/** Positions per millisecond of time. No relay gives as many. */
const POSITIONS_PER_MS = 100;
/** Least move of positions, where the clock is wrong. */
const LEAST_MOVE = 1_000_000_000;

/**
 * Moves the positions of all projects ahead of every position given before a restore. Readers
 * continue from the position they have and miss nothing. Two restores of one backup lead to
 * different positions, because they follow the time.
 */
export async function movePositions(tx: Database): Promise<void> {
  await tx.query({
    text: `insert into event_positions as p (project_id, last)
           select id, floor(extract(epoch from clock_timestamp()) * ${1_000 * POSITIONS_PER_MS})::bigint from projects order by id
           on conflict (project_id) do update set last = greatest(p.last + ${LEAST_MOVE}, excluded.last)`,
  });
}

/** Waits for a running relay of the project, and blocks others until the transaction ends. */
export async function stopRelay(tx: Database, projectId: string): Promise<void> {
  await tx.query({
    text: `insert into event_positions as p (project_id, last) values ($1, 0) on conflict (project_id) do update set last = p.last`,
    values: [projectId],
  });
}
