import type { Database } from '../db/database.ts';

/**
 * Restores the accepted write of every live post and first comment, for a database loaded from a
 * backup: a run that sent before and settles after it finds its intent gone or still open. The
 * accepted write also prevents a later one (`one_public_write`). Within a transaction.
 */
export async function reconcileJournal(tx: Database): Promise<void> {
  await tx.query({
    text: `insert into write_intents (project_id, id, target_id, kind, lease_token, state, remote_id, intended_at, resolved_at)
           select w.project_id, gen_random_uuid(), w.id, w.kind, w.lease_token, 'accepted', w.remote_id, w.published_at, clock_timestamp()
           from (
             select project_id, id, lease_token, published_at, 'publish' as kind, platform_post_id as remote_id from targets where status = 'published'
             union all
             select project_id, id, lease_token, published_at, 'comment', comment_id from targets where comment_status = 'published'
           ) w
           where not exists (
             select from write_intents i
             where i.project_id = w.project_id and i.target_id = w.id and i.kind = w.kind and i.state in ('accepted', 'accepted_late')
           )
           on conflict (project_id, target_id, kind) where kind in ('publish', 'comment', 'repost') and state in ('intended', 'accepted', 'unknown')
             do update set state = 'accepted', remote_id = coalesce(write_intents.remote_id, excluded.remote_id), resolved_at = excluded.resolved_at`,
  });
}
