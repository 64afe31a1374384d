import { type EventsStart, readEventsStart, toEventPage, WEBHOOK_REFUSALS } from '@fanfare/rules';
import type { Handlers } from '../http/handlers.ts';
import { headerOf } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';
import type { StoredEvent } from './event-world.ts';
import { forgetOldEvents } from './old-events.ts';
import { openStream } from './open-stream.ts';

export function eventsHandlers(state: MockState): Pick<Handlers, 'events.list' | 'events.stream'> {
  const { world } = state;
  const eventsAfter = (project: Project, position: number): StoredEvent[] => {
    forgetOldEvents(state);
    return [...world.events.values()].filter((one) => one.projectId === project.id && one.position > position);
  };
  const positionOf = (project: Project, start: EventsStart): number => {
    if ('position' in start) return start.position;
    forgetOldEvents(state);
    const event = world.events.get(start.eventId);
    if (event?.projectId === project.id) return event.position;
    throw new RequestRefusal(WEBHOOK_REFUSALS.noSuchPlace().refusal);
  };
  return {
    'events.list': ({ caller, query }) => {
      const { after } = orRefuse(readEventsStart(query.after));
      const position = after === null ? 0 : positionOf(caller.project, after);
      const rows = eventsAfter(caller.project, position).filter(({ type }) => (query.type ?? type) === type);
      const { shown, page } = toEventPage(rows.slice(0, query.limit + 1), query, (event) => event.position);
      return { status: 200, body: { events: shown.map(({ body }) => JSON.parse(body())), ...page } };
    },

    'events.stream': ({ caller, request }) => {
      const { after } = orRefuse(readEventsStart(headerOf(request, 'last-event-id') ?? undefined));
      const position = after === null ? caller.project.eventPosition : positionOf(caller.project, after);
      const missed = eventsAfter(caller.project, position);
      const stream = openStream(state, caller, { position, missed, signal: request.signal });
      return { status: 200, stream: orRefuse(stream).text, headers: { 'X-Accel-Buffering': 'no' } };
    },
  };
}
