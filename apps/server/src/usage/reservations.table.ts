import type { Database } from '../db/database.ts';
import { emitQuota } from './emit-quota.ts';

/**
 * How units are held, released and billed, as CTEs for the statements that begin or end network writes: a target or repost, its reservation, the counter of
 * its month and its line in the ledger change together or not at all.
 *
 * `from` names a CTE of that statement with the rows it is about. They carry `project_id`, so one form serves one project and many, and every join reads
 * the primary key of its table by rows that were just written. The auditor (`audit.table.ts`) checks the result and shares nothing with this file.
 */

/** The SQL for a row's name in reservations and ledger. */
type SubjectOf = (row: string) => string;

export const targetSubject: SubjectOf = (row) => `'target:' || ${row}.id`;

export const repostSubject: SubjectOf = (row) => `'repost:' || ${row}.account_id || ':' || ${row}.platform_post_id`;

/**
 * Holds units: CTEs `held`, `counter` and `quota_event`. The rows of `from` have `project_id`, `subject`, `kind` and `units`. What is already held or billed
 * stays as it is. The constraint `never_over` fails the whole statement when a plan does not allow it. `periodStart` is SQL over a row of `from`, the other
 * two over a row `m` with `project_id` and `period_start`, and over what `terms` joins to it.
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

/** Gives back everything that is still held for the rows of `from`: CTEs `released`, `month` and `counter`. */
export const release = (from: string, subjectOf: SubjectOf): string => `released as (
             update reservations v set state = 'released' from ${from} e
             where v.project_id = e.project_id and v.subject = ${subjectOf('e')} and v.state = 'held'
             returning v.project_id, v.period_start, v.units
           ), ${lockCounters('released')}, counter as (
             update quota_periods q set reserved = q.reserved - m.units from month m
             where q.project_id = m.project_id and q.period_start = m.period_start and q.project_id = any(array(select project_id from month))
           )`;

/**
 * Bills what is held for one kind of write: CTEs `billed`, `month`, `counter` and `ledger`. Names are repeated as lists, so that the planner uses primary keys
 * regardless of its estimates. The rows of `from` also have `event_id`, the id of the line in the ledger.
 * What is no longer held is not billed.
 */
export const bill = (from: string, subjectOf: SubjectOf, kind: 'publish' | 'comment' | 'repost'): string => `billed as (
             update reservations v set state = 'billed' from ${from} e
             where v.project_id = e.project_id and v.subject = ${subjectOf('e')} and v.kind = '${kind}' and v.state = 'held'
               and v.subject = any(array(select ${subjectOf('s')} from ${from} s))
             returning v.project_id, v.subject, v.kind, v.period_start, v.units, e.event_id
           ), ${lockCounters('billed')}, counter as (
             update quota_periods q set reserved = q.reserved - m.units, used = q.used + m.units from month m
             where q.project_id = m.project_id and q.period_start = m.period_start and q.project_id = any(array(select project_id from month))
           ), ledger as (
             insert into usage_events (project_id, id, subject, kind, period_start, units)
             select project_id, event_id, subject, kind, period_start, units from billed
           )`;

/**
 * Locks the counters of these reservations in the order of their primary key, so that statements that change several never wait for each other in a circle:
 * the CTE `month`, with the units of each counter.
 */
const lockCounters = (reservations: string): string => `month as (
             select m.* from (select * from ${perMonth(reservations)} order by project_id, period_start) m,
               lateral (select from quota_periods q where q.project_id = m.project_id and q.period_start = m.period_start for no key update) locked
           )`;

/** The units of these reservations by counter, as bigint. */
const perMonth = (reservations: string): string =>
  `(select project_id, period_start, sum(units) as units from ${reservations} group by project_id, period_start) m`;

/**
 * Releases what is held under these names and takes them out of the ledger, which keeps units, kind, month and moment. Within a transaction.
 */
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
