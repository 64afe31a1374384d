import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { insertEvents } from './emit.ts';

/**
 * Writes `account.expiring`, once per consent, for active accounts whose credential ends before
 * `before` and is not renewed: no renewal is planned before the end, or one did not move it. Over
 * all projects. Returns how many.
 */
export async function emitExpiring(db: Database, before: Date): Promise<number> {
  const once = knex.raw("'expiring:' || a.id || ':' || c.grant_id");
  const ending = knex('credentials as c')
    .join('accounts as a', { 'a.projectId': 'c.projectId', 'a.id': 'c.accountId' })
    .where('c.endsAt', '<', before)
    .where({ 'a.status': 'active' })
    .whereRaw('(c.renew_at is null or c.renew_at >= c.ends_at or c.end_is_fixed)')
    .whereNotExists(knex('events as v').where({ 'v.projectId': knex.ref('c.projectId'), 'v.once': once }))
    .orderBy('c.endsAt')
    .limit(1000)
    .select('c.projectId', 'a.id', 'a.platform', 'a.status', 'a.statusReason', 'c.endsAt', { once });
  const event = insertEvents('ending', {
    type: "'account.expiring'",
    accountId: 'e.id',
    platform: 'e.platform',
    facts: `jsonb_build_object('status', e.status, 'statusReason', e.status_reason, 'expiresAt', e.ends_at)`,
    once: 'e.once',
  });
  const counted = await knex('ending')
    .connection(db)
    .with('ending', ending)
    .with('event', knex.raw(event))
    .count({ ending: '*' })
    .first<{ ending: number }>();
  return counted.ending;
}
