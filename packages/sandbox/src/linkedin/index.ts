import type { CreateSimulator } from '../simulator.ts';
import { createApiRouter } from './api-router.ts';
import { createControls } from './controls/controls.ts';
import { addApp, addDefaults, addProfile, profileViews } from './people.ts';
import { newestFirst } from './posts/posts.ts';
import { postView } from './to-view.ts';
import { createWorld, emptyWorld } from './world.ts';
import { createWwwRouter, profilePathOf } from './www-router.ts';

/** LinkedIn: OAuth, the publishing part of the versioned `/rest` API, uploads and public posts. */
export const createLinkedin: CreateSimulator = (context) => {
  const world = createWorld(context);
  addDefaults(world);
  return {
    network: 'linkedin',
    routers: { www: createWwwRouter(world), api: createApiRouter(world) },
    hosts: { 'www.linkedin.com': 'www', 'linkedin.com': 'www', 'api.linkedin.com': 'api' },
    profiles: () => profileViews(world),
    profilePath: (username) => profilePathOf(world, username),
    addProfile: (profile) => addProfile(world, profile),
    registerApp: (app) => addApp(world, app),
    findApp: (clientId) => world.apps.get(clientId),
    callsBack: false,
    posts: () => newestFirst(world).map((post) => postView(world, post)),
    controls: createControls(world),
    reset() {
      emptyWorld(world);
      addDefaults(world);
    },
  };
};
