import { type RouteName, routesOf } from '@fanfare/contract';
import type { Handlers, RequestContext } from './handlers.ts';

/** The parts of a request fit the route that they were parsed for. */
type AnyHandler = (context: RequestContext) => ReturnType<Handlers[RouteName]>;

/** Handlers of routes that are loaded with the first request to one of them. */
export function laterRoutes<Name extends RouteName>(
  names: RegExp,
  load: () => Promise<Pick<Handlers, Name>>,
): Pick<Handlers, Name> {
  let handlers: Promise<Pick<Handlers, Name>> | null = null;
  const answer =
    (name: Name): AnyHandler =>
    async (context) => {
      handlers ??= load();
      return ((await handlers)[name] as AnyHandler)(context);
    };
  const own = routesOf()
    .map(({ name }) => name)
    .filter((name): name is Name => names.test(name));
  // Object.fromEntries loses the names.
  return Object.fromEntries(own.map((name) => [name, answer(name)])) as unknown as Pick<Handlers, Name>;
}
