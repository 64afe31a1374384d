import type { Database } from '../db/database.ts';

export type Backlog = { readonly unsettled: number; readonly oldestSeconds: number; readonly scheduled: number };

/** Over all projects, from the partial index of unfinished targets. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { rows } = await db.query<{ unsettled: number; oldest_seconds: number; scheduled: number }>({
    name: 'read_backlog',
    text: `select count(*) filter (where run_at <= now())::int as unsettled,
             coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::float8 as oldest_seconds,
             count(*) filter (where run_at > now())::int as scheduled
           from targets where not done`,
  });
  const row = rows[0]!;
  return { unsettled: row.unsettled, oldestSeconds: row.oldest_seconds, scheduled: row.scheduled };
}
