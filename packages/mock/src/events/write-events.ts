import type { StoredEventType } from '@fanfare/contract';
import { affectedAccounts, type EventFacts, isAboutWebhook, renderEvent, wantsEvent } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { StoredDelivery } from '../webhooks/webhook-world.ts';
import type { StoredEvent } from './event-world.ts';

type Stored<Facts> = Facts extends { readonly type: infer Type }
  ? Type extends StoredEventType
    ? Omit<Facts, 'id' | 'at'>
    : never
  : never;

/** The facts of an event; the id and the moment are added. */
export type EventSubject = Stored<EventFacts>;

/** Writes events. Whatever changes the state calls it at that moment. */
export type EventWriter = {
  /** Writes an event of a project; one with a name that was written before is left out. */
  write(projectId: string, what: EventSubject, once?: string): void;
  /** Deletes events with their deliveries. */
  forget(isGone: (event: StoredEvent) => boolean): void;
};

type Deps = Pick<MockState, 'world' | 'clock' | 'eventIds'> & {
  readonly note: (event: StoredEvent) => void;
  readonly deliver: (delivery: StoredDelivery) => void;
};

export function createEventWriter({ world, clock, eventIds, note, deliver }: Deps): EventWriter {
  const { events, eventNames, webhooks, deliveries, eventStreams } = world;

  /** A webhook that is disabled misses the event. */
  function addDeliveries(event: StoredEvent, facts: EventFacts): void {
    const accounts = affectedAccounts(facts);
    for (const webhook of webhooks.values()) {
      if (webhook.projectId !== event.projectId || !wantsEvent(webhook, { type: event.type, accounts })) continue;
      if (isAboutWebhook(facts, webhook.id)) continue;
      webhook.deliveriesMade += 1;
      const delivery: StoredDelivery = {
        id: eventIds.typeId('dlv'),
        webhookId: webhook.id,
        event,
        number: webhook.deliveriesMade,
        createdAtMs: clock.now(),
        status: webhook.enabled ? 'pending' : 'missed',
        nextAttemptAtMs: webhook.enabled ? clock.now() : null,
        tries: 0,
        attempts: [],
      };
      deliveries.set(delivery.id, delivery);
      if (webhook.enabled) deliver(delivery);
    }
  }

  return {
    write(projectId, what, once) {
      const project = world.projects.get(projectId);
      if (!project) return;
      if (once !== undefined) {
        const name = `${projectId} ${once}`;
        if (eventNames.has(name)) return;
        eventNames.add(name);
      }
      // TypeScript does not follow a union through a spread.
      const facts = { ...what, id: eventIds.typeId('evt'), at: new Date(clock.now()) } as EventFacts;
      project.eventPosition += 1;
      let text: string | null = null;
      const event: StoredEvent = {
        id: facts.id,
        projectId,
        type: what.type,
        position: project.eventPosition,
        atMs: clock.now(),
        body() {
          text ??= JSON.stringify(renderEvent(facts));
          return text;
        },
        ...subjectOf(what),
      };
      events.set(event.id, event);
      note(event);
      addDeliveries(event, facts);
      for (const stream of eventStreams) stream.read(event);
    },

    forget(isGone) {
      for (const event of events.values()) if (isGone(event)) events.delete(event.id);
      for (const { id, event } of deliveries.values()) if (!events.has(event.id)) deliveries.delete(id);
    },
  };
}

/** The keys by which a removal finds the event. The event of the removal itself stays. */
function subjectOf(what: EventSubject): Pick<StoredEvent, 'postId' | 'accountId'> {
  if ('post' in what) return { postId: what.post.id, accountId: null };
  if ('repost' in what) return { postId: null, accountId: what.repost.accountId };
  const isOfAccount = 'account' in what && what.type !== 'account.removed';
  return { postId: null, accountId: isOfAccount ? what.account.id : null };
}
