import {
  affectedAccounts,
  type EventFacts,
  isAboutWebhook,
  renderEvent,
  settledPostEvent,
  wantsEvent,
} from '@fanfare/rules';
import type { Database, DatabasePool } from '../db/database.ts';
import { type Ids, toPublicId } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { findWaiting, lockPositions } from './event-positions.table.ts';
import { readEventFacts } from './read-event-facts.ts';
import {
  dropEvents,
  findOnce,
  findSubscribers,
  findWritten,
  insertDeliveries,
  type NewDelivery,
  nameOf,
  type PublicEvent,
  postponeEvents,
  publishEvents,
  settledOnce,
  type WrittenEvent,
} from './relay.table.ts';

/** Events per transaction. */
const BATCH = 200;
/** Delay before an event that failed to render is retried. */
const RETRY_SECONDS = 60;

export type RelayBatchDeps = {
  readonly db: DatabasePool;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly log: Logger;
  /** Newest epoch of the restore guard that this server has seen. */
  readonly epoch: () => Date;
};

/** Number of events that became public, and whether more wait. */
export type Relayed = { readonly publicNow: number; readonly isRest: boolean };

const NOTHING: Relayed = { publicNow: 0, isRest: false };

/** Makes a batch of events public in one transaction, with post events and deliveries. */
export async function relayBatch(deps: RelayBatchDeps): Promise<Relayed> {
  const projectIds = await findWaiting(deps.db);
  if (projectIds.length === 0) return NOTHING;
  return deps.db.transaction(async (tx) => {
    const positions = await lockPositions(tx, projectIds, deps.epoch());
    // Read after the lock, so that events of another relay have their positions.
    const written = positions.size === 0 ? [] : await findWritten(tx, [...positions.keys()], BATCH);
    if (written.length === 0) return NOTHING;
    const rendered = await render(deps, tx, written);
    const events = givePositions(rendered, positions);
    if (events.length > 0) await publishEvents(tx, events);
    await insertDeliveries(tx, await deliveriesOf(tx, rendered));
    return { publicNow: events.length, isRest: written.length === BATCH };
  });
}

type Rendered = Omit<PublicEvent, 'position'> &
  Pick<WrittenEvent, 'postId' | 'occurredAt'> & { readonly facts: EventFacts };

/** Renders events and adds post events. Drops what is gone; a failure delays no other event. */
async function render(
  deps: RelayBatchDeps,
  tx: Database,
  written: readonly WrittenEvent[],
): Promise<readonly Rendered[]> {
  const factsOf = await readEventFacts(tx, written);
  const rendered: Rendered[] = [];
  const gone: WrittenEvent[] = [];
  const broken: WrittenEvent[] = [];
  for (const event of written) {
    try {
      const facts = factsOf(event);
      if (facts) rendered.push({ ...event, body: JSON.stringify(renderEvent(facts)), derived: null, facts });
      else gone.push(event);
    } catch (err) {
      deps.log.error({ eventId: event.id, type: event.type, err }, 'an event could not be rendered; it is tried again');
      broken.push(event);
    }
  }
  await dropEvents(tx, gone);
  await postponeEvents(tx, broken, RETRY_SECONDS);
  const derived = await derive(deps, tx, rendered);
  return rendered.flatMap((event) => [event, ...(derived.get(event.id) ?? [])]);
}

/**
 * Returns the event of each post whose last target these events settle, by the id of the event
 * before it. Only the relay of the project surely sees the last target, since it sees all as they
 * are committed. `once` makes the event unique.
 */
async function derive(
  { ids }: RelayBatchDeps,
  tx: Database,
  rendered: readonly Rendered[],
): Promise<ReadonlyMap<string, readonly Rendered[]>> {
  const lastOf = new Map<string, { readonly after: string; readonly once: string; readonly event: Rendered }>();
  for (const { id: after, projectId, postId, occurredAt, facts } of rendered) {
    // These settle no target, and come when the event of the post may be deleted already.
    if (facts.type === 'target.unpublished' || 'followUp' in facts) continue;
    const type = 'targetId' in facts ? settledPostEvent(facts.post) : null;
    if (postId === null || type === null || !('targetId' in facts)) continue;
    const once = settledOnce(postId);
    const id = ids.uuid();
    const ofPost: EventFacts = { id: toPublicId('evt', id), at: occurredAt, type, post: facts.post };
    const body = JSON.stringify(renderEvent(ofPost));
    const derived = { postId, occurredAt };
    const event = { projectId, id, type, body, derived, postId, occurredAt, facts: ofPost };
    lastOf.set(nameOf(projectId, once), { after, once, event });
  }
  const known = await findOnce(
    tx,
    [...lastOf.values()].map(({ event: { projectId }, once }) => ({ projectId, once })),
  );
  return new Map(
    [...lastOf].flatMap(([name, { after, event }]) => (known.has(name) ? [] : [[after, [event]] as const])),
  );
}

function givePositions(rendered: readonly Rendered[], last: Map<string, number>): PublicEvent[] {
  return rendered.map(({ projectId, id, type, body, derived }) => {
    const position = (last.get(projectId) ?? 0) + 1;
    last.set(projectId, position);
    return { projectId, id, type, body, derived, position };
  });
}

async function deliveriesOf(tx: Database, rendered: readonly Rendered[]): Promise<readonly NewDelivery[]> {
  const subscribers = await findSubscribers(tx, [...new Set(rendered.map(({ projectId }) => projectId))]);
  return rendered.flatMap(({ projectId, id, type, facts }) =>
    subscribers
      .filter(
        (webhook) =>
          webhook.projectId === projectId && wantsEvent(webhook, { type, accounts: affectedAccounts(facts) }),
      )
      .filter((webhook) => !isAboutWebhook(facts, toPublicId('whk', webhook.id)))
      .map((webhook) => ({ projectId, endpointId: webhook.id, eventId: id })),
  );
}
