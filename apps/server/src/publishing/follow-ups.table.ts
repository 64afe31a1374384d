import { SKIPPED } from '@fanfare/rules';
import { errorDetail } from './error-detail.ts';

/** The targets `n` that follow `t`, a row of the CTE `from`, at once or after another. */
const following = (from: string): string => {
  const waitedFor = (column: string) => `any(array(select ${column} from ${from} where has_follow_ups))`;
  // Lists of key columns lead to the index of a post's targets; both are empty for most posts.
  return `t.has_follow_ups and n.project_id = ${waitedFor('project_id')} and n.post_id = ${waitedFor('post_id')}
               and n.project_id = t.project_id and n.post_id = t.post_id and n.follows = coalesce(t.follows, t.id) and n.status = 'pending'`;
};

const asJson = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;

/**
 * SQL: the CTE `started`. The posts in `from` are live, so the next of each chain falls due, and
 * the comments of a first post after their pauses.
 */
export const startFollowUps = (from: string): string => `started as (
             update targets n
             set run_at = now() + make_interval(secs => n.after_seconds), due_at = now() + make_interval(secs => n.after_seconds), reply_to = t.platform_post_id
             from ${from} t
             where ${following(from)}
               and case n.follow_up_kind when 'comment' then t.follows is null else n.follow_up_index = coalesce(t.follow_up_index, 0) + 1 end
           )`;

/**
 * SQL: the CTEs `skipped` and `ended`. The failed posts in `from` and those that wait for them end
 * together: nothing is sent for the latter. One that a restore left in doubt may be live.
 */
export const skipFollowUps = (from: string): string => `skipped as (
             update targets n
             set status = 'failed', settled_at = now(), phase = 'done', done = true, lease_owner = null, lease_expires_at = null,
               error_detail = case when n.lease_token > 0 then ${asJson(errorDetail('outcome_unknown'))} else ${asJson(SKIPPED_DETAIL)} end
             from ${from} t
             where t.status = 'failed' and ${following(from)} and (t.follows is null or n.follow_up_kind = 'thread' and n.follow_up_index > t.follow_up_index)
             returning n.project_id, n.id
           ), ended as (
             select project_id, id from ${from} union all select project_id, id from skipped
           )`;

const SKIPPED_DETAIL = errorDetail(SKIPPED, 'An earlier post of the target is not live, so nothing was sent.');

/**
 * SQL: `t` waits for a post that a run holds, or that is due: if data of a restore do not show what
 * that one did, they do not show what followed it.
 */
export const FOLLOWS_OPEN = `(t.follows is not null and t.run_at = 'infinity' and exists (
               select from targets r
               where r.project_id = t.project_id and r.post_id = t.post_id and coalesce(r.follows, r.id) = t.follows
                 and not r.done and (r.lease_token > 0 or r.run_at <= now())))`;
