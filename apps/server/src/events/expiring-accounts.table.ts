import type { Database } from '../db/database.ts';
import { emit } from './emit.ts';

/**
 * Writes `account.expiring`, once for each consent, for active accounts whose credential ends before `before` and which nothing renews: no renewal is planned
 * before the end, or one did not move it. Over all projects. Returns how many.
 */
export async function emitExpiring(db: Database, before: Date): Promise<number> {
  const { rows } = await db.query<{ ending: number }>({
    text: `with ending as (
             select c.project_id, a.id, a.platform, a.status, a.status_reason, c.ends_at, 'expiring:' || a.id || ':' || c.grant_id as once
             from credentials c join accounts a on a.project_id = c.project_id and a.id = c.account_id
             where c.ends_at < $1 and a.status = 'active' and (c.renew_at is null or c.renew_at >= c.ends_at or c.end_is_fixed)
               and not exists (select from events v where v.project_id = c.project_id and v.once = 'expiring:' || a.id || ':' || c.grant_id)
             order by c.ends_at limit 1000
           ), ${emit('ending', {
             type: "'account.expiring'",
             accountId: 'e.id',
             platform: 'e.platform',
             facts: `jsonb_build_object('status', e.status, 'statusReason', e.status_reason, 'expiresAt', e.ends_at)`,
             once: 'e.once',
           })}
           select count(*)::int as ending from ending`,
    values: [before],
  });
  return rows[0]!.ending;
}
