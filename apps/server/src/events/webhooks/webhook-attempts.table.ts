import { type DeliveryStatus, LIMITS, type WebhookDisabledReason } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import type { DeliveryLease } from './due-deliveries.table.ts';

export type AttemptFacts = {
  readonly durationMs: number;
  /** Null where no response began. */
  readonly status: number | null;
  /** `code: message`; null for a success. */
  readonly error: string | null;
  readonly response: string | null;
};

/** New state of the delivery; `disable` is the reason to disable the endpoint, or null. */
export type AttemptVerdict = {
  readonly disable: WebhookDisabledReason | null;
  readonly pauseMs: number;
} & ({ readonly state: 'delivered' | 'failed' } | { readonly state: 'retry'; readonly inMs: number });

export type RecordedAttempt =
  | {
      readonly recorded: true;
      readonly status: DeliveryStatus;
      readonly nextAttemptAt: Date | null;
      /** Set when this attempt disabled the endpoint. */
      readonly disabled: WebhookDisabledReason | null;
    }
  /** Lost: the delivery is gone, or another attempt has taken it. */
  | { readonly recorded: false };

type StoredOutcome = {
  state: DeliveryStatus;
  next_attempt_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
};

/**
 * Stores an attempt and its effects: on the delivery, on the failures of the endpoint, and on all
 * pending deliveries when it disables the endpoint. Requires the newest fencing token; a repeated
 * call stores nothing. An endpoint that only fails is disabled by the rule of `isFailing`.
 */
export async function recordAttempt(
  db: Database,
  lease: DeliveryLease,
  facts: AttemptFacts,
  verdict: AttemptVerdict,
): Promise<RecordedAttempt> {
  const { rows } = await db.query<StoredOutcome>({
    name: 'record_attempt',
    text: `with held as (
             select d.project_id, d.id, d.endpoint_id from webhook_deliveries d
             where d.project_id = $1 and d.id = $2 and d.lease_token = $3 and d.lease_expires_at is not null
             for no key update
           ), judged as (
             select e.project_id, e.id, $10::text is not null or $8::text <> 'delivered' and e.failed_attempts + 1 >= ${LIMITS.webhookAttempts.value}
               and e.failing_since <= now() - interval '${LIMITS.webhookFailingDays.value} days' as ends
             from held h join webhook_endpoints e on e.project_id = h.project_id and e.id = h.endpoint_id
             where e.enabled and ($8 <> 'delivered' or e.failing_since is not null or $10 is not null)
             for no key update of e
           ), endpoint as (
             update webhook_endpoints e
             set failing_since = case when $8 <> 'delivered' then coalesce(e.failing_since, now()) end,
               failed_attempts = case when $8 <> 'delivered' then e.failed_attempts + 1 else 0 end,
               paused_until = case when $11::float8 > 0 then greatest(e.paused_until, now() + make_interval(secs => $11 / 1000)) else e.paused_until end,
               mailed = case when $8 <> 'delivered' or j.ends then e.mailed end,
               enabled = j.ends is not true,
               disabled_reason = case when j.ends then coalesce($10, 'failing') end,
               disabled_at = case when j.ends then now() end
             from judged j where e.project_id = j.project_id and e.id = j.id
             returning e.project_id, e.id, e.disabled_reason
           ), attempt as (
             insert into webhook_attempts (project_id, delivery_id, number, at, duration_ms, status, error, response)
             select h.project_id, h.id,
               coalesce((select max(a.number) from webhook_attempts a where a.project_id = h.project_id and a.delivery_id = h.id), 0) + 1,
               now() - make_interval(secs => $4::int / 1000.0), $4::int, $5, $6, $7
             from held h
           ), missed as (
             update webhook_deliveries d set state = 'missed', next_attempt_at = null
             from endpoint x
             where x.disabled_reason is not null and d.project_id = x.project_id and d.endpoint_id = x.id and d.state = 'pending' and d.id <> $2
           ), outcome as (
             select h.project_id, h.id, x.disabled_reason from held h left join endpoint x on x.project_id = h.project_id and x.id = h.endpoint_id
           )
           update webhook_deliveries d
           set lease_expires_at = null, attempts = d.attempts + 1,
             state = case when $8 in ('delivered', 'failed') then $8
               when o.disabled_reason is not null or d.state = 'missed' then 'missed' else 'pending' end,
             next_attempt_at = case when $8 in ('delivered', 'failed') or o.disabled_reason is not null or d.state = 'missed' then null
               else now() + make_interval(secs => $9::float8 / 1000) end
           from outcome o where d.project_id = o.project_id and d.id = o.id
           returning d.state, d.next_attempt_at, o.disabled_reason`,
    values: [
      ...[lease.projectId, lease.deliveryId, lease.token],
      ...[facts.durationMs, facts.status, facts.error, facts.response],
      verdict.state,
      verdict.state === 'retry' ? verdict.inMs : 0,
      verdict.disable,
      verdict.pauseMs,
    ],
  });
  const [row] = rows;
  if (!row) return { recorded: false };
  return { recorded: true, status: row.state, nextAttemptAt: row.next_attempt_at, disabled: row.disabled_reason };
}
