import { type EventOf, STORED_EVENT_TYPES, type StoredEventType, type WebhookEvent } from '@fanfare/contract';
import { checkName } from '../check-argument.ts';

/** Older entries are dropped. */
const MAX_ENTRIES = 1_000;

/**
 * The last 1,000 events of all projects, in the order they happened. What seeds contain happened before. Throws RangeError for an unknown type.
 */
export type MockEvents = {
  /** Every event. */
  all(): readonly WebhookEvent[];
  /** The events of one type. */
  of<Type extends StoredEventType>(type: Type): readonly EventOf<Type>[];
  /**
   * The latest event of a type, or undefined.
   *
   * @example
   * mock.networks.x.failNext('duplicate_content');
   * await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: account.id }] });
   * const failed = mock.events.last('target.failed');
   * console.log(failed?.data.target.errorDetail?.code); // duplicate_content
   */
  last<Type extends StoredEventType>(type: Type): EventOf<Type> | undefined;
  /** Empties the log. `GET /events` still has them. */
  clear(): void;
};

export function createEventLog(): MockEvents & { add(event: WebhookEvent): void } {
  let entries: WebhookEvent[] = [];
  const of = <Type extends StoredEventType>(what: string, type: Type): readonly EventOf<Type>[] => {
    checkName(what, type, STORED_EVENT_TYPES);
    return entries.filter((event): event is EventOf<Type> => event.type === type);
  };
  return {
    all: () => [...entries],
    of: (type) => of('events.of(type)', type),
    last: (type) => of('events.last(type)', type).at(-1),
    clear() {
      entries = [];
    },
    add(event) {
      entries.push(event);
      if (entries.length > MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES);
    },
  };
}
