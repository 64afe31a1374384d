import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

type Backlog = { readonly unsettled: number; readonly oldestSeconds: number; readonly scheduled: number };

/** Reads the due and scheduled targets of all projects, from the index of unfinished targets. */
export async function readBacklog(db: Database): Promise<Backlog> {
  return knex('targets')
    .connection(db)
    .whereRaw('not done')
    .first(
      knex.raw(`count(*) filter (where run_at <= now()) as unsettled,
        coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::float8 as oldest_seconds,
        count(*) filter (where run_at > now() and run_at < 'infinity') as scheduled`),
    );
}

export async function countFailingMails(db: Database): Promise<number> {
  const counted = await knex('mails')
    .connection(db)
    .whereNotNull('error')
    .whereNotNull('nextAttemptAt')
    .where('expiresAt', '>', knex.fn.now())
    .count({ failing: '*' })
    .first<{ failing: number }>();
  return counted.failing;
}

type WebhookBacklog = { readonly oldestSeconds: number; readonly disabled: number };

/** Reads the oldest due delivery and the disabled webhooks of all projects. */
export async function readWebhookBacklog(db: Database): Promise<WebhookBacklog> {
  const disabled = knex('webhookEndpoints').whereNot({ disabledReason: 'by_caller' }).count('*');
  return knex('webhookDeliveries as d')
    .connection(db)
    .join('webhookEndpoints as e', { 'e.projectId': 'd.projectId', 'e.id': 'd.endpointId' })
    .whereRaw("d.state = 'pending' and d.next_attempt_at <= now()")
    .whereRaw('e.enabled and (e.paused_until is null or e.paused_until <= now())')
    .first<WebhookBacklog>(
      knex.raw(
        'coalesce(extract(epoch from now() - min(greatest(d.next_attempt_at, e.paused_until))), 0)::float8 as oldest_seconds',
      ),
      knex.raw('? as disabled', [disabled]),
    );
}
