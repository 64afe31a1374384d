import { type RouteName, routesOf } from '@fanfare/contract';
import type { Handlers, RequestContext } from '../http/handlers.ts';
import type { MockState } from '../mock-state.ts';

type EventRoute = Extract<RouteName, `webhooks.${string}` | `events.${string}`>;
type EventHandlers = Pick<Handlers, EventRoute>;
/** The parts of a request fit the route that they were parsed for. */
type AnyHandler = (context: RequestContext) => ReturnType<Handlers[EventRoute]>;

/** The routes of webhooks and events, loaded with the first request to one of them. */
export function eventRoutes(state: MockState): EventHandlers {
  const load = async (): Promise<EventHandlers> => {
    const { allEventHandlers } = await import('./all-event-handlers.ts');
    return allEventHandlers(state);
  };
  let handlers: Promise<EventHandlers> | null = null;
  const answer =
    (name: EventRoute): AnyHandler =>
    async (context) => {
      handlers ??= load();
      return ((await handlers)[name] as AnyHandler)(context);
    };
  const names = routesOf()
    .map(({ name }) => name)
    .filter((name): name is EventRoute => /^(?:webhooks|events)\./.test(name));
  // Object.fromEntries loses the names.
  return Object.fromEntries(names.map((name) => [name, answer(name)])) as unknown as EventHandlers;
}
