import type { Platform } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type DayUse = {
  readonly date: string;
  readonly kind: 'publish' | 'comment' | 'repost';
  readonly units: number;
};

export type AccountUse = {
  readonly account: { readonly id: string; readonly platform: Platform; readonly username: string } | null;
  readonly units: number;
  readonly writes: number;
};

/** Sums the units of a period by UTC day and kind. */
export async function findDayUse(db: Database, projectId: string, periodStart: string): Promise<DayUse[]> {
  return knex('usageEvents')
    .connection(db)
    .where({ projectId, periodStart })
    .groupByRaw('1, 2')
    .orderByRaw('1, 2')
    .select<DayUse[]>(knex.raw(`to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, kind, sum(units)::int as units`));
}

/** Sums the units of a period by account, most units first. */
export async function findAccountUse(db: Database, projectId: string, periodStart: string): Promise<AccountUse[]> {
  const { rows } = await knex
    .raw<{ rows: { id: string | null; platform: Platform; username: string; units: number; writes: number }[] }>(
      `with billed as (
         select e.project_id, case when e.subject like 'repost:%' then split_part(e.subject, ':', 2)::uuid else t.account_id end as account_id, e.units
         from usage_events e left join targets t
           on t.project_id = e.project_id and t.id = case when e.subject like 'target:%' then substr(e.subject, 8)::uuid end
         where e.project_id = ? and e.period_start = ?
       )
       select a.id, a.platform, a.username, sum(b.units)::int as units, count(*)::int as writes
       from billed b left join accounts a on a.project_id = b.project_id and a.id = b.account_id
       group by a.id, a.platform, a.username order by units desc, a.id`,
      [projectId, periodStart],
    )
    .connection(db);
  return rows.map(({ id, platform, username, units, writes }) => ({
    account: id === null ? null : { id, platform, username },
    units,
    writes,
  }));
}
