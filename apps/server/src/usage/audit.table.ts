import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

/** Grace for a run that is just settling its target. */
const LEASE_GRACE_SECONDS = 30;
/** Grace after a deadline for the sweeper, which runs every ten seconds. */
const SETTLE_GRACE_SECONDS = 120;

/** Two figures that should be equal and differ. */
export type Difference = {
  readonly projectId: string;
  readonly check: 'reserved' | 'used' | 'held_after_end' | 'billed_once' | 'lease_past_deadline' | 'unsettled';
  /** The month, target, repost or ledger row. */
  readonly subject: string;
  readonly found: string;
  readonly expected: string;
};

/**
 * Compares over all projects, in one snapshot: counters with reservations and ledger, ledger with
 * published targets and reposts, and both with their deadlines. Only reads. Empty when everything
 * agrees. Shares no SQL with the statements that it checks.
 */
export async function findDifferences(db: Database): Promise<Difference[]> {
  const { rows } = await knex
    .raw<{ rows: Difference[] }>(`with held as (
             select project_id, period_start, sum(units) as units from reservations where state = 'held' group by 1, 2
           ), billed as (
             select project_id, period_start, sum(units) as units from usage_events group by 1, 2
           ), writes as (
             select t.project_id, 'target:' || t.id as subject, w.kind, w.status, e.units
             from targets t cross join lateral (values
                 (case t.follow_up_kind when 'comment' then 'comment' else 'publish' end, t.status),
                 (case when t.follow_up_kind is null then 'comment' end, t.comment_status)) w(kind, status)
               left join usage_events e on e.project_id = t.project_id and e.subject = 'target:' || t.id and e.kind = w.kind
             where (w.status = 'published') <> (e.units is not null)
           ), attempts as (
             select project_id, 'repost:' || account_id || ':' || platform_post_id as subject, state, in_doubt, lease_expires_at from reposts r
           ), repost_writes as (
             select project_id, subject, a.state, e.units
             from attempts a full join (select * from usage_events where kind = 'repost' and subject like 'repost:%') e using (project_id, subject)
             where coalesce(a.state = 'reposted', false) <> (e.units is not null)
           ), late as (
             select project_id, id, lease_expires_at > now() as leased, coalesce(deadline_at, run_at + make_interval(secs => budget_seconds)) as deadline
             from targets where not done and run_at <= now()
           ), found as (
             select coalesce(q.project_id, h.project_id) as project_id, 'reserved' as check, to_char(coalesce(q.period_start, h.period_start), 'YYYY-MM') as subject,
               coalesce(q.reserved, 0)::text as found, coalesce(h.units, 0)::text as expected
             from quota_periods q full join held h using (project_id, period_start)
             where coalesce(q.reserved, 0) <> coalesce(h.units, 0)
             union all
             select coalesce(q.project_id, b.project_id), 'used', to_char(coalesce(q.period_start, b.period_start), 'YYYY-MM'),
               coalesce(q.used, 0)::text, coalesce(b.units, 0)::text
             from quota_periods q full join billed b using (project_id, period_start)
             where coalesce(q.used, 0) <> coalesce(b.units, 0)
             union all
             select r.project_id, 'held_after_end', r.subject, r.units || ' held', 'none held'
             from reservations r left join targets t on t.project_id = r.project_id and r.subject = 'target:' || t.id
             where r.state = 'held' and r.subject like 'target:%' and (t.id is null or t.done)
             union all
             select r.project_id, 'held_after_end', r.subject, r.units || ' held', 'none held'
             from reservations r left join attempts a on a.project_id = r.project_id and a.subject = r.subject
             where r.state = 'held' and r.subject like 'repost:%' and a.state is distinct from 'attempting'
             union all
             select project_id, 'billed_once', subject, case when units is null then 'no ledger row' else units || ' billed' end,
               case when units is null then 'one, it is reposted' else 'none, it is ' || coalesce(state, 'unknown') end
             from repost_writes
             union all
             select project_id, 'unsettled', subject, 'attempted until ' || to_char(lease_expires_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'settled'
             from attempts where state = 'attempting' and lease_expires_at < now() - make_interval(secs => ${SETTLE_GRACE_SECONDS})
             union all
             select project_id, 'billed_once', subject, kind || ': ' || case when units is null then 'no ledger row' else units || ' billed' end,
               case when units is null then 'one, it is published' else 'none, it is ' || status end
             from writes
             union all
             select project_id, 'lease_past_deadline', 'target:' || id, 'past its deadline of ' || to_char(deadline, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'over'
             from late where leased and deadline < now() - make_interval(secs => ${LEASE_GRACE_SECONDS})
             union all
             select project_id, 'unsettled', 'target:' || id, 'due to settle by ' || to_char(deadline, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'settled'
             from late where leased is not true and deadline < now() - make_interval(secs => ${SETTLE_GRACE_SECONDS})
           )
           select project_id, "check", subject, found, expected from found order by project_id, "check", subject`)
    .connection(db);
  return rows;
}
