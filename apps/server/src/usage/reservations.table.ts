import type { Database } from '../db/database.ts';
import { emitQuota } from './emit-quota.ts';

/**
 * CTEs that reserve, release and bill units, for statements that begin or end network writes. A
 * target or repost, its reservation, its month's counter and its ledger line change together.
 * `from` names a CTE with rows that carry `project_id`. The auditor shares nothing with this file.
 */

/** SQL for a row's name in reservations and ledger. */
type SubjectOf = (row: string) => string;

export const targetSubject: SubjectOf = (row) => `'target:' || ${row}.id`;

export const repostSubject: SubjectOf = (row) => `'repost:' || ${row}.account_id || ':' || ${row}.platform_post_id`;

/**
 * Reserves units: CTEs `held`, `counter` and `quota_event`. Rows of `from` have `project_id`,
 * `subject`, `kind` and `units`. Held or billed units stay. `never_over` fails the whole statement
 * when a plan does not allow it. `periodStart` is SQL over a row of `from`; the others over a row
 * `m` with `project_id` and `period_start`, and the join `terms`.
 */
export const hold = (
  from: string,
  quota: {
    readonly periodStart: string;
    readonly allowance: string;
    readonly overage: string;
    readonly terms?: string;
  },
): string => `held as (
             insert into reservations as v (project_id, subject, kind, period_start, units, state)
             select project_id, subject, kind, ${quota.periodStart}::date, units, 'held' from ${from}
             on conflict (project_id, subject, kind) do update
               set state = 'held', period_start = excluded.period_start, units = excluded.units where v.state = 'released'
             returning project_id, period_start, units
           ), counter as (
             insert into quota_periods as q (project_id, period_start, allowance, overage, reserved)
             select project_id, period_start, ${quota.allowance}::bigint, ${quota.overage}::boolean, m.units from ${perMonth('held')} ${quota.terms ?? ''}
             order by project_id, period_start
             on conflict (project_id, period_start) do update
               set reserved = q.reserved + excluded.reserved, allowance = excluded.allowance, overage = excluded.overage
             returning *
           ), ${emitQuota('counter')}`;

/** Releases everything held for the rows of `from`: CTEs `released`, `month` and `counter`. */
export const release = (from: string, subjectOf: SubjectOf): string => `released as (
             update reservations v set state = 'released' from ${from} e
             where v.project_id = e.project_id and v.subject = ${subjectOf('e')} and v.state = 'held'
             returning v.project_id, v.period_start, v.units
           ), ${lockCounters('released')}, counter as (
             update quota_periods q set reserved = q.reserved - m.units from month m
             where q.project_id = m.project_id and q.period_start = m.period_start and q.project_id = any(array(select project_id from month))
           )`;

/**
 * Bills the held units of one kind of write: CTEs `billed`, `month`, `counter` and `ledger`. Names
 * are repeated as lists, so that the planner uses primary keys. `kind` is SQL over a row `e` of
 * `from`, which also has `event_id`, the id of the ledger line. Released units are not billed.
 */
export const bill = (from: string, subjectOf: SubjectOf, kind: string): string => `billed as (
             update reservations v set state = 'billed' from ${from} e
             where v.project_id = e.project_id and v.subject = ${subjectOf('e')} and v.kind = ${kind} and v.state = 'held'
               and v.project_id = any(array(select s.project_id from ${from} s)) and v.subject = any(array(select ${subjectOf('s')} from ${from} s))
             returning v.project_id, v.subject, v.kind, v.period_start, v.units, e.event_id
           ), ${lockCounters('billed')}, counter as (
             update quota_periods q set reserved = q.reserved - m.units, used = q.used + m.units from month m
             where q.project_id = m.project_id and q.period_start = m.period_start and q.project_id = any(array(select project_id from month))
           ), ledger as (
             insert into usage_events (project_id, id, subject, kind, period_start, units)
             select project_id, event_id, subject, kind, period_start, units from billed
           )`;

/**
 * SQL: the CTE `month`, with the units of each counter of these reservations. Locks the counters in
 * the order of their primary key, so that two statements never deadlock.
 */
const lockCounters = (reservations: string): string => `month as (
             select m.* from (select * from ${perMonth(reservations)} order by project_id, period_start) m,
               lateral (select from quota_periods q where q.project_id = m.project_id and q.period_start = m.period_start for no key update) locked
           )`;

/** The units of these reservations by counter, as bigint. */
const perMonth = (reservations: string): string =>
  `(select project_id, period_start, sum(units) as units from ${reservations} group by project_id, period_start) m`;

/** Releases units of these names and takes the names out of the ledger. Within a transaction. */
export async function forgetSubjects(tx: Database, projectId: string, subjects: readonly string[]): Promise<void> {
  await tx.query({
    text: `with forgotten as (
             select $1::uuid as project_id, subject from unnest($2::text[]) as subject
           ), ${release('forgotten', (row) => `${row}.subject`)}
           select from released`,
    values: [projectId, subjects],
  });
  await tx.query({
    text: `with gone as (
             delete from reservations where project_id = $1 and subject = any($2::text[])
           )
           update usage_events set subject = 'removed:' || id where project_id = $1 and subject = any($2::text[])`,
    values: [projectId, subjects],
  });
}
