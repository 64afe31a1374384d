import type { RouteName } from '@fanfare/contract';
import type { Handlers } from '../http/handlers.ts';
import type { MockState } from '../mock-state.ts';

type MediaRoute = Extract<RouteName, `media.${string}`>;

/** The routes of hosted files, loaded with the first request to one of them. */
export function mediaRoutes(state: MockState): Pick<Handlers, MediaRoute> {
  const handlers = async () => (await import('./media.handlers.ts')).mediaHandlers(state);
  return {
    'media.create': async (context) => (await handlers())['media.create'](context),
    'media.fromUrl': async (context) => (await handlers())['media.fromUrl'](context),
    'media.list': async (context) => (await handlers())['media.list'](context),
    'media.get': async (context) => (await handlers())['media.get'](context),
    'media.complete': async (context) => (await handlers())['media.complete'](context),
    'media.delete': async (context) => (await handlers())['media.delete'](context),
  };
}
