import { LIMITS, type StoredEventType } from '@fanfare/contract';
import type { Database, DatabasePool } from '../db/database.ts';
import { SECRET_COLUMNS, type SecretRow, type StoredSecrets, toStoredSecrets } from './webhook-secrets.table.ts';

/** After so many failed attempts in a row an endpoint gets one delivery at a time, so that those that hang do not hold all places of a server. */
const FAILING_ATTEMPTS = 4;
const FREE = '(d.lease_expires_at is null or d.lease_expires_at <= now())';
/** Due deliveries of an endpoint, in the order of the index. */
const DUE = `d.state = 'pending' and d.next_attempt_at <= now() and ${FREE}`;
const PLACES = `case when e.failed_attempts < ${FAILING_ATTEMPTS} then ${LIMITS.webhookInFlight.value} else 1 end`;
const inFlight = `(select count(*) from webhook_deliveries f
               where f.project_id = e.project_id and f.endpoint_id = e.id and f.lease_expires_at > now())`;

/** What the engine needs to store how an attempt ended. */
export type DeliveryLease = { readonly projectId: string; readonly deliveryId: string; readonly token: number };

/** One delivery that is to be attempted now. */
export type ClaimedDelivery = DeliveryLease & {
  readonly endpointId: string;
  readonly url: string;
  readonly secrets: StoredSecrets;
  readonly eventId: string;
  readonly eventType: StoredEventType;
  readonly body: string;
  /** Of this round, before this one. */
  readonly attempts: number;
};

type StoredClaim = SecretRow & {
  project_id: string;
  id: string;
  lease_token: number;
  endpoint_id: string;
  url: string;
  event_id: string;
  type: StoredEventType;
  body: string;
  attempts: number;
};

/**
 * Claims due deliveries for so many seconds under a new fencing token, those that are due longest first. Locks their endpoints before it counts what is in
 * flight: a statement that waits for a lock goes on with an old view of other rows. Skips endpoints that another server is claiming for.
 */
export function claimDeliveries(
  db: DatabasePool,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const endpoints = await lockDueEndpoints(tx, limit);
    return endpoints.length === 0 ? [] : claimOf(tx, endpoints, { limit, leaseSeconds });
  });
}

type EndpointKey = { readonly project_id: string; readonly id: string };

/** Walks from endpoint to endpoint in the index of pending deliveries, so that a long queue of one of them costs the others nothing. */
async function lockDueEndpoints(tx: Database, limit: number): Promise<EndpointKey[]> {
  const { rows } = await tx.query<EndpointKey>({
    name: 'lock_due_endpoints',
    text: `with recursive waiting as (
             (select project_id, endpoint_id from webhook_deliveries where state = 'pending' order by project_id, endpoint_id limit 1)
             union all
             select n.project_id, n.endpoint_id from waiting w cross join lateral (
               select d.project_id, d.endpoint_id from webhook_deliveries d
               where d.state = 'pending' and (d.project_id, d.endpoint_id) > (w.project_id, w.endpoint_id)
               order by d.project_id, d.endpoint_id limit 1) n
           )
           select e.project_id, e.id
           from waiting w
             join webhook_endpoints e on e.project_id = w.project_id and e.id = w.endpoint_id and e.enabled
             cross join lateral (
               select d.next_attempt_at from webhook_deliveries d
               where d.project_id = e.project_id and d.endpoint_id = e.id and ${DUE}
               order by d.next_attempt_at limit 1) due
           where ${inFlight} < ${PLACES}
           order by due.next_attempt_at
           limit $1
           for no key update of e skip locked`,
    values: [limit],
  });
  return rows;
}

async function claimOf(
  tx: Database,
  endpoints: readonly EndpointKey[],
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await tx.query<StoredClaim>({
    name: 'claim_deliveries',
    text: `with places as (
             select e.project_id, e.id, greatest(0, ${PLACES} - ${inFlight}) as free
             from unnest($1::uuid[], $2::uuid[]) as l(project_id, id)
               join webhook_endpoints e on e.project_id = l.project_id and e.id = l.id
           ), due as (
             select d.project_id, d.id from places p cross join lateral (
               select d.project_id, d.id, d.next_attempt_at from webhook_deliveries d
               where d.project_id = p.project_id and d.endpoint_id = p.id and ${DUE}
               order by d.next_attempt_at limit p.free
               for no key update skip locked) d
             order by d.next_attempt_at limit $3
           ), claimed as (
             update webhook_deliveries d
             set lease_token = d.lease_token + 1, lease_expires_at = now() + make_interval(secs => $4)
             from due where d.project_id = due.project_id and d.id = due.id
             returning d.*
           )
           select c.project_id, c.id, c.lease_token, c.endpoint_id, c.event_id, c.attempts, v.type, v.body, e.url, ${SECRET_COLUMNS}
           from claimed c
             join events v on v.project_id = c.project_id and v.id = c.event_id
             join webhook_endpoints e on e.project_id = c.project_id and e.id = c.endpoint_id
           order by c.next_attempt_at`,
    values: [endpoints.map((key) => key.project_id), endpoints.map((key) => key.id), limit, leaseSeconds],
  });
  return rows.map((row) => ({
    projectId: row.project_id,
    deliveryId: row.id,
    token: row.lease_token,
    endpointId: row.endpoint_id,
    url: row.url,
    secrets: toStoredSecrets(row),
    eventId: row.event_id,
    eventType: row.type,
    body: row.body,
    attempts: row.attempts,
  }));
}

/** Returns a delivery whose attempt was stopped; any server may claim it at once. */
export async function handBackDelivery(db: Database, lease: DeliveryLease): Promise<void> {
  await db.query({
    name: 'hand_back_delivery',
    text: `update webhook_deliveries set lease_expires_at = null
           where project_id = $1 and id = $2 and lease_token = $3`,
    values: [lease.projectId, lease.deliveryId, lease.token],
  });
}
