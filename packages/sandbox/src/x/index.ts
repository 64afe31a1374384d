import type { CreateSimulator } from '../simulator.ts';
import { createApi } from './api.ts';
import { createControls } from './controls.ts';
import { addPerson } from './profiles.ts';
import { toPostView, toProfileView } from './to-views.ts';
import { createWeb } from './web.ts';
import { createState, createWorld } from './world.ts';

/** X, simulated from its public documents. */
export const createX: CreateSimulator = (context) => {
  const world = createWorld(context);
  return {
    network: 'x',
    routers: { api: createApi(world), web: createWeb(world) },
    hosts: {
      'api.x.com': 'api',
      'api.twitter.com': 'api',
      'x.com': 'web',
      'www.x.com': 'web',
      'twitter.com': 'web',
      'www.twitter.com': 'web',
    },
    profiles: () => Array.from(world.state.people.values(), toProfileView),
    profilePath: (username) => `/x/web/${username}`,
    addProfile: (profile) => toProfileView(addPerson(world, profile)),
    registerApp(app) {
      world.state.apps.set(app.clientId, app);
    },
    findApp: (clientId) => world.state.apps.get(clientId),
    callsBack: false,
    // A reply appears as a comment below its post.
    posts: () =>
      world.state.posts
        .originals()
        .filter(({ replyToId }) => replyToId === null)
        .map((post) => toPostView(world, post)),
    controls: createControls(world),
    reset() {
      world.state = createState();
    },
  };
};
