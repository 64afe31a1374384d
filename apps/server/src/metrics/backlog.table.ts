import type { Database } from '../db/database.ts';

type Backlog = { readonly unsettled: number; readonly oldestSeconds: number; readonly scheduled: number };

/** Over all projects, from the partial index of unfinished targets. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { rows } = await db.query<{ unsettled: number; oldest_seconds: number; scheduled: number }>({
    name: 'read_backlog',
    text: `select count(*) filter (where run_at <= now())::int as unsettled,
             coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::float8 as oldest_seconds,
             count(*) filter (where run_at > now())::int as scheduled
           from targets where not done`,
  });
  const row = rows[0]!;
  return { unsettled: row.unsettled, oldestSeconds: row.oldest_seconds, scheduled: row.scheduled };
}

/** Mails that could not be sent so far, and are tried again. */
export async function countFailingMails(db: Database): Promise<number> {
  const { rows } = await db.query<{ failing: number }>({
    name: 'count_failing_mails',
    text: `select count(*)::int as failing from mails
           where error is not null and next_attempt_at is not null and expires_at > now()`,
  });
  return rows[0]!.failing;
}

type WebhookBacklog = { readonly oldestSeconds: number; readonly disabled: number };

/** Over all projects: the oldest delivery that is due, and the webhooks that the service has disabled. */
export async function readWebhookBacklog(db: Database): Promise<WebhookBacklog> {
  const { rows } = await db.query<{ oldest_seconds: number; disabled: number }>({
    name: 'read_webhook_backlog',
    text: `select coalesce(extract(epoch from now() - min(greatest(d.next_attempt_at, e.paused_until))), 0)::float8 as oldest_seconds,
             (select count(*)::int from webhook_endpoints where disabled_reason <> 'by_caller') as disabled
           from webhook_deliveries d join webhook_endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id and e.enabled
           where d.state = 'pending' and d.next_attempt_at <= now() and (e.paused_until is null or e.paused_until <= now())`,
  });
  const row = rows[0]!;
  return { oldestSeconds: row.oldest_seconds, disabled: row.disabled };
}
