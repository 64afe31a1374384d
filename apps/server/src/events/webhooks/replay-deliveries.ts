import { LIMITS, type ReplayBody } from '@fanfare/contract';
import { type Decision, noSuch, refuse, WEBHOOK_REFUSALS } from '@fanfare/rules';
import type { DatabasePool } from '../../db/database.ts';
import { fromPublicId } from '../../process/ids.ts';
import { findDelivered, replayEvents, replayRange } from './webhook-deliveries.table.ts';
import { lockEndpoint } from './webhook-endpoints.table.ts';

export type ReplayDeps = {
  readonly db: DatabasePool;
  readonly wakeDeliveries: () => void;
};

/** Sends deliveries again with the same id and bytes. Pending ones stay unchanged. */
export async function replayDeliveries(
  { db, wakeDeliveries }: ReplayDeps,
  { projectId, endpointId }: { readonly projectId: string; readonly endpointId: string },
  body: ReplayBody,
): Promise<Decision<{ readonly replayed: number }>> {
  const replayed = await db.transaction(async (tx): Promise<Decision<{ readonly replayed: number }>> => {
    // Locked, so that it is not disabled meanwhile.
    const endpoint = await lockEndpoint(tx, projectId, endpointId);
    if (!endpoint) return refuse(noSuch('webhook'));
    if (!endpoint.enabled) return WEBHOOK_REFUSALS.disabled();
    if (body.eventIds === undefined)
      return { ok: true, replayed: await replayTime(tx, { projectId, endpointId }, body) };
    return replayNamed(tx, { projectId, endpointId }, body.eventIds);
  });
  if (replayed.ok && replayed.replayed > 0) wakeDeliveries();
  return replayed;
}

type Tx = Parameters<typeof replayRange>[0];
type Endpoint = Parameters<typeof replayRange>[1];

async function replayNamed(
  tx: Tx,
  endpoint: Endpoint,
  eventIds: readonly string[],
): Promise<Decision<{ readonly replayed: number }>> {
  const ids = eventIds.map((id) => fromPublicId('evt', id));
  const delivered = await findDelivered(
    tx,
    endpoint,
    ids.filter((id) => id !== null),
  );
  const missing = ids.findIndex((id) => id === null || !delivered.has(id));
  if (missing >= 0) return WEBHOOK_REFUSALS.noDelivery(missing);
  return { ok: true, replayed: await replayEvents(tx, endpoint, [...delivered]) };
}

function replayTime(tx: Tx, endpoint: Endpoint, { since, until, status, events }: ReplayBody): Promise<number> {
  const range = {
    since: new Date(since!),
    until: until === undefined ? null : new Date(until),
    statuses: status === undefined ? (['failed', 'missed'] as const) : [status],
    types: events ?? null,
  };
  return replayRange(tx, endpoint, range, LIMITS.replayDeliveries.value);
}
