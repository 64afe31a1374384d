import { LIMITS, type StoredEventType } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import type { DueEndpoint, Share } from './share-slots.ts';
import { SECRET_COLUMNS, type SecretRow, type StoredSecrets, toStoredSecrets } from './webhook-secrets.table.ts';

/** Failed attempts in a row after which an endpoint gets one delivery at a time. */
const FAILING_ATTEMPTS = 4;
const FREE = '(d.lease_expires_at is null or d.lease_expires_at <= now())';
/** Due deliveries of an endpoint, in index order. */
const DUE = `d.state = 'pending' and d.next_attempt_at <= now() and ${FREE}`;
const IS_FAILING = `e.failed_attempts >= ${FAILING_ATTEMPTS}`;
const SLOTS = `case when ${IS_FAILING} then 1 else ${LIMITS.webhookInFlight.value} end`;
const IN_FLIGHT = `(select count(*) from webhook_deliveries f
               where f.project_id = e.project_id and f.endpoint_id = e.id and f.lease_expires_at > now())`;

export type DeliveryLease = { readonly projectId: string; readonly deliveryId: string; readonly token: number };

export type ClaimedDelivery = DeliveryLease & {
  readonly endpointId: string;
  readonly url: string;
  readonly host: string;
  /** True when its last attempts failed, so that it gets one delivery at a time. */
  readonly isFailing: boolean;
  readonly secrets: StoredSecrets;
  readonly eventId: string;
  readonly eventType: StoredEventType;
  readonly body: string;
  /** Attempts of this round before this one. */
  readonly attempts: number;
};

type StoredClaim = SecretRow & {
  project_id: string;
  id: string;
  lease_token: number;
  endpoint_id: string;
  url: string;
  is_failing: boolean;
  event_id: string;
  type: StoredEventType;
  body: string;
  attempts: number;
};

/** Host with port. A row changed by hand stops no other. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Endpoints per claim. Failing ones and one host get fewer: they may wait for minutes. */
const MOST_LOOKED_AT = 500;
const MOST_FAILING = 250;
const MOST_OF_HOST = 64;
const ORDER = 'in_flight, of_project, since';

/**
 * Finds endpoints that may get a delivery: fewest in flight first, the longest due first within a
 * project. Walks the index of pending deliveries from endpoint to endpoint, so that a long queue of
 * one costs the others nothing. Over all projects.
 */
export async function findDueEndpoints(db: Database): Promise<readonly DueEndpoint[]> {
  const { rows } = await db.query<{ project_id: string; id: string; url: string; is_failing: boolean; free: number }>({
    name: 'find_due_endpoints',
    text: `with recursive waiting as (
             (select project_id, endpoint_id from webhook_deliveries where state = 'pending' order by project_id, endpoint_id limit 1)
             union all
             select n.project_id, n.endpoint_id from waiting w cross join lateral (
               select d.project_id, d.endpoint_id from webhook_deliveries d
               where d.state = 'pending' and (d.project_id, d.endpoint_id) > (w.project_id, w.endpoint_id)
               order by d.project_id, d.endpoint_id limit 1) n
           ), due as (
             select e.project_id, e.id, e.url, ${IS_FAILING} as is_failing, q.since, f.in_flight, least(q.deliveries, ${SLOTS} - f.in_flight)::int as free
             from waiting w
               join webhook_endpoints e on e.project_id = w.project_id and e.id = w.endpoint_id and e.enabled
                 and (e.paused_until is null or e.paused_until <= now())
               cross join lateral (
                 select count(*) as deliveries, min(next_attempt_at) as since from (
                   select d.next_attempt_at from webhook_deliveries d
                   where d.project_id = e.project_id and d.endpoint_id = e.id and ${DUE}
                   order by d.next_attempt_at limit ${LIMITS.webhookInFlight.value}) d) q
               cross join lateral (select ${IN_FLIGHT} as in_flight) f
             where q.deliveries > 0
           ), numbered as (
             select *, row_number() over (partition by project_id order by in_flight, since) as of_project from due where free > 0
           ), counted as (
             select *, row_number() over (partition by is_failing order by ${ORDER}) as of_failing,
               row_number() over (partition by split_part(url, '/', 3) order by ${ORDER}) as of_host
             from numbered
           )
           select project_id, id, url, is_failing, free from counted
           where of_host <= ${MOST_OF_HOST} and not (is_failing and of_failing > ${MOST_FAILING})
           order by ${ORDER} limit ${MOST_LOOKED_AT}`,
  });
  return rows.map((row) => ({
    projectId: row.project_id,
    endpointId: row.id,
    host: hostOf(row.url),
    isFailing: row.is_failing,
    free: row.free,
  }));
}

/**
 * Claims the longest due deliveries of each endpoint under a new fencing token. Locks the endpoints
 * before it counts what is in flight: a statement that waits for a lock keeps its old snapshot of
 * other rows. Skips endpoints for which another server claims.
 */
export async function claimDeliveries(
  tx: Database,
  shares: readonly Share[],
  leaseSeconds: number,
): Promise<ClaimedDelivery[]> {
  const of = [shares.map(({ projectId }) => projectId), shares.map(({ endpointId }) => endpointId)];
  const { rows: locked } = await tx.query<{ project_id: string; id: string }>({
    name: 'lock_due_endpoints',
    text: `select e.project_id, e.id from unnest($1::uuid[], $2::uuid[]) as l(project_id, id)
             join webhook_endpoints e on e.project_id = l.project_id and e.id = l.id and e.enabled
           for no key update of e skip locked`,
    values: of,
  });
  if (locked.length === 0) return [];
  const most = new Map(
    shares.map(({ projectId, endpointId, deliveries }) => [`${projectId} ${endpointId}`, deliveries]),
  );
  const { rows } = await tx.query<StoredClaim>({
    name: 'claim_deliveries',
    text: `with slots as (
             select e.project_id, e.id, greatest(0, least(l.most, ${SLOTS} - ${IN_FLIGHT})) as free
             from unnest($1::uuid[], $2::uuid[], $3::int[]) as l(project_id, id, most)
               join webhook_endpoints e on e.project_id = l.project_id and e.id = l.id
           ), due as (
             select d.project_id, d.id from slots p cross join lateral (
               select d.project_id, d.id from webhook_deliveries d
               where d.project_id = p.project_id and d.endpoint_id = p.id and ${DUE}
               order by d.next_attempt_at limit p.free
               for no key update skip locked) d
           ), claimed as (
             update webhook_deliveries d
             set lease_token = d.lease_token + 1, lease_expires_at = now() + make_interval(secs => $4)
             from due where d.project_id = due.project_id and d.id = due.id
             returning d.*
           )
           select c.project_id, c.id, c.lease_token, c.endpoint_id, c.event_id, c.attempts, v.type, v.body, e.url, ${IS_FAILING} as is_failing, ${SECRET_COLUMNS}
           from claimed c
             join events v on v.project_id = c.project_id and v.id = c.event_id
             join webhook_endpoints e on e.project_id = c.project_id and e.id = c.endpoint_id
           order by c.next_attempt_at`,
    values: [
      locked.map((row) => row.project_id),
      locked.map((row) => row.id),
      locked.map((row) => most.get(`${row.project_id} ${row.id}`)!),
      leaseSeconds,
    ],
  });
  return rows.map((row) => ({
    projectId: row.project_id,
    deliveryId: row.id,
    token: row.lease_token,
    endpointId: row.endpoint_id,
    url: row.url,
    host: hostOf(row.url),
    isFailing: row.is_failing,
    secrets: toStoredSecrets(row),
    eventId: row.event_id,
    eventType: row.type,
    body: row.body,
    attempts: row.attempts,
  }));
}

/** Renews the leases of running attempts. Leases that ended or were taken stay unchanged. */
export async function renewDeliveries(
  db: Database,
  leases: readonly DeliveryLease[],
  leaseSeconds: number,
): Promise<void> {
  await db.query({
    name: 'renew_deliveries',
    text: `update webhook_deliveries d set lease_expires_at = now() + make_interval(secs => $4)
           from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as l(project_id, id, token)
           where d.project_id = l.project_id and d.id = l.id and d.lease_token = l.token and d.lease_expires_at is not null`,
    values: [
      leases.map(({ projectId }) => projectId),
      leases.map(({ deliveryId }) => deliveryId),
      leases.map(({ token }) => token),
      leaseSeconds,
    ],
  });
}

/** Releases the lease of a stopped attempt; any server may claim it at once. */
export async function handBackDelivery(db: Database, lease: DeliveryLease): Promise<void> {
  await db.query({
    name: 'hand_back_delivery',
    text: `update webhook_deliveries set lease_expires_at = null
           where project_id = $1 and id = $2 and lease_token = $3`,
    values: [lease.projectId, lease.deliveryId, lease.token],
  });
}
