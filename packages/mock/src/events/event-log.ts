import { type EventOf, STORED_EVENT_TYPES, type StoredEventType, type WebhookEvent } from '@fanfare/contract';
import { checkName } from '../check-argument.ts';
import { createLastEntries } from '../last-entries.ts';
import type { StoredEvent } from './event-world.ts';

/** Older entries are dropped. */
const MAX_ENTRIES = 1_000;

/**
 * The last 1,000 events of all projects, in the order they happened. What seeds contain happened
 * before. Throws RangeError for an unknown type.
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

/** Events are parsed when a test asks for them: most are never looked at. */
export function createEventLog(): MockEvents & { add(event: StoredEvent): void } {
  const entries = createLastEntries<StoredEvent>(MAX_ENTRIES);
  const of = <Type extends StoredEventType>(what: string, type: Type): readonly EventOf<Type>[] => {
    checkName(what, type, STORED_EVENT_TYPES);
    return entries.all().flatMap((event) => (event.type === type ? parse<EventOf<Type>>(event) : []));
  };
  return {
    all: () => entries.all().map((event) => parse(event)),
    of: (type) => of('events.of(type)', type),
    last: (type) => of('events.last(type)', type).at(-1),
    clear: entries.clear,
    add: entries.add,
  };
}

/** TypeScript cannot see that the body of an event is what was rendered for its type. */
const parse = <Event extends WebhookEvent>({ body }: StoredEvent): Event => JSON.parse(body());
