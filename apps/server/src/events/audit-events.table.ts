import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

/** Grace for the relay. An event waits ten seconds for the address of its post. */
const RELAY_GRACE_MINUTES = 10;
/** Grace for deliveries. An idle endpoint gets what is due within seconds. */
const DELIVERY_GRACE_MINUTES = 10;

/** Two facts about events that should agree and do not. */
export type EventDifference = {
  readonly projectId: string;
  readonly check:
    | 'not_public'
    | 'no_body'
    | 'position'
    | 'no_due_time'
    | 'not_attempted'
    | 'attempts'
    | 'not_delivered';
  /** Id of the event, delivery or webhook; `positions` of a project. */
  readonly subject: string;
  readonly found: string;
  readonly expected: string;
};

/**
 * Compares events with bodies and positions, deliveries with times and attempts. One snapshot of
 * all projects; only reads. Also checks what the schema forbids: a restored or repaired database
 * may lack a constraint.
 */
export async function findEventDifferences(db: Database): Promise<EventDifference[]> {
  const { rows } = await knex
    .raw<{ rows: EventDifference[] }>(`with made as (
             select project_id, delivery_id, count(*) as attempts, bool_or(error is null) as succeeded from webhook_attempts group by 1, 2
           ), idle as (
             select e.project_id, e.id from webhook_endpoints e
             where e.enabled and (e.paused_until is null or e.paused_until < now() - make_interval(mins => ${DELIVERY_GRACE_MINUTES})) and not exists (
               select from webhook_deliveries d left join webhook_attempts a on a.project_id = d.project_id and a.delivery_id = d.id
               where d.project_id = e.project_id and d.endpoint_id = e.id
                 and (d.lease_expires_at > now() or a.at > now() - make_interval(mins => ${DELIVERY_GRACE_MINUTES})))
           ), found as (
             select project_id, 'not_public' as check, 'event:' || id as subject, 'waits since ' || to_char(occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as found,
               'public' as expected
             from events where position is null and occurred_at < now() - make_interval(mins => ${RELAY_GRACE_MINUTES})
             union all
             select project_id, 'no_body', 'event:' || id, 'no body', 'one, it is public' from events where position is not null and coalesce(body, '') = ''
             union all
             select v.project_id, 'position', 'positions', 'an event at ' || max(v.position), 'none after ' || coalesce(p.last, 0)
             from events v left join event_positions p on p.project_id = v.project_id
             where v.position is not null group by v.project_id, p.last having max(v.position) > coalesce(p.last, 0)
             union all
             select project_id, 'no_due_time', 'delivery:' || id, 'pending without a time', 'due at some time'
             from webhook_deliveries where state = 'pending' and next_attempt_at is null
             union all
             select d.project_id, 'not_attempted', 'webhook:' || d.endpoint_id, count(*) || ' due since ' || to_char(min(d.next_attempt_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
               'attempted'
             from webhook_deliveries d join idle i on i.project_id = d.project_id and i.id = d.endpoint_id
             where d.state = 'pending' and d.next_attempt_at < now() - make_interval(mins => ${DELIVERY_GRACE_MINUTES})
             group by d.project_id, d.endpoint_id
             union all
             select d.project_id, 'attempts', 'delivery:' || d.id, d.attempts || ' counted', coalesce(m.attempts, 0) || ' stored'
             from webhook_deliveries d left join made m on m.project_id = d.project_id and m.delivery_id = d.id
             where d.attempts > coalesce(m.attempts, 0)
             union all
             select d.project_id, 'not_delivered', 'delivery:' || d.id, 'delivered', 'an attempt that succeeded'
             from webhook_deliveries d left join made m on m.project_id = d.project_id and m.delivery_id = d.id
             where d.state = 'delivered' and m.succeeded is not true
           )
           select project_id, "check", subject, found, expected from found order by project_id, "check", subject`)
    .connection(db);
  return rows;
}
