import type { Database } from '../db/database.ts';
import { FOLLOWS_OPEN } from './follow-ups.table.ts';

/**
 * Records a write intent with an unknown outcome for each due target, which may have been published
 * before a restore. A run then reads the network before it sends, and ends as `outcome_unknown`
 * where reading cannot decide. `alsoLeased` includes targets under way. Returns the number of
 * targets.
 */
export async function recordUnknownIntents(
  db: Database,
  { alsoLeased = false }: { readonly alsoLeased?: boolean } = {},
): Promise<number> {
  const { rows } = await db.query<{ doubted: number }>({
    text: `with due as (
             -- The first run of a target does not read its journal, so this counts as a run.
             update targets t set lease_token = t.lease_token + 1 from posts p
             where p.project_id = t.project_id and p.id = t.post_id and not t.done
               and (t.run_at <= now() and ($1 or t.lease_expires_at is null or t.lease_expires_at <= now()) or ${FOLLOWS_OPEN})
             returning t.project_id, t.id, t.lease_token, t.status, coalesce(p.publish_at, p.created_at) as since
           ), doubt as (
             insert into write_intents (project_id, id, target_id, kind, lease_token, state, intended_at)
             select project_id, gen_random_uuid(), id, case status when 'pending' then 'publish' else 'comment' end, lease_token, 'unknown', since from due
             on conflict do nothing
             returning 1
           )
           select count(*)::int as doubted from doubt`,
    values: [alsoLeased],
  });
  return rows[0]!.doubted;
}
