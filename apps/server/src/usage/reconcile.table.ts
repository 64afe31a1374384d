import type { Database } from '../db/database.ts';

/**
 * Makes reservations, ledger and counters of all projects agree with targets and reposts, for a
 * database loaded from a backup: its tables may show different moments, and a counter that is too
 * low would refuse to settle targets. The ledger only grows: a line stays when its target is no
 * longer published. Within a transaction.
 */
export async function reconcileUsage(tx: Database): Promise<void> {
  await tx.query({
    text: `update reservations v set state = w.state
           from (
             select r.project_id, r.subject, r.kind,
               case
                 when e.id is not null or (r.kind = 'publish' or t.follow_up_kind is not null) and t.status = 'published' or r.kind = 'comment' and t.comment_status = 'published'
                   or p.state = 'reposted' then 'billed'
                 when not t.done and ((r.kind = 'publish' or t.follow_up_kind is not null) and t.status = 'pending' or r.kind = 'comment' and t.comment_status = 'pending')
                   or p.state = 'attempting' then 'held'
                 else 'released' end as state
             from reservations r
               left join usage_events e on e.project_id = r.project_id and e.subject = r.subject and e.kind = r.kind
               left join targets t on t.project_id = r.project_id and r.subject = 'target:' || t.id
               left join reposts p on p.project_id = r.project_id and r.subject = 'repost:' || p.account_id || ':' || p.platform_post_id
           ) w
           where v.project_id = w.project_id and v.subject = w.subject and v.kind = w.kind and v.state <> w.state`,
  });
  await tx.query({
    text: `insert into usage_events (project_id, id, subject, kind, period_start, units)
           select project_id, gen_random_uuid(), subject, kind, period_start, units from reservations where state = 'billed'
           on conflict (project_id, subject, kind) do nothing`,
  });
  // Counters are locked before the sums are read, as every settle changes its counter last.
  await tx.query({ text: 'select from quota_periods order by project_id, period_start for no key update' });
  // The units may exceed the plan now, so the allowance grows until the next post resets it.
  await tx.query({
    text: `update quota_periods q
           set reserved = s.reserved, used = s.used,
               allowance = case when q.overage then q.allowance else greatest(q.allowance, s.used + s.reserved) end
           from (
             select project_id, period_start, sum(reserved) as reserved, sum(used) as used
             from (
               select project_id, period_start, units as reserved, 0 as used from reservations where state = 'held'
               union all
               select project_id, period_start, 0, units from usage_events
               union all
               select project_id, period_start, 0, 0 from quota_periods
             ) each_unit
             group by project_id, period_start
           ) s
           where q.project_id = s.project_id and q.period_start = s.period_start and (q.reserved <> s.reserved or q.used <> s.used)`,
  });
}
