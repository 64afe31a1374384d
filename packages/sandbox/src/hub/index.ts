import { BadControl, readChoice } from '../read-json.ts';
import type { CreateSimulator } from '../simulator.ts';
import { createControls } from './controls.ts';
import { hubRoles } from './hub.ts';
import { createMicropub } from './micropub/index.ts';
import { addUser, readNewUser, toProfile } from './users.ts';
import { createWordpress } from './wordpress/index.ts';
import { readRestRoute } from './wordpress/rest-route.ts';

/** Two self-hosted hubs: one runs WordPress, one speaks Micropub. Both have Hub Connect. */
export const createHub: CreateSimulator = (context) => {
  const parts = { wordpress: createWordpress(context), micropub: createMicropub(context) };
  const all = hubRoles.map((role) => parts[role]);
  return {
    network: 'hub',
    routers: { wordpress: parts.wordpress.router, micropub: parts.micropub.router },
    hosts: {},
    routeInQuery: (role, path, query) => (role === 'wordpress' ? (readRestRoute(path, query)?.path ?? null) : null),
    profiles: () => all.flatMap(({ hub }) => hub.users.map((user) => toProfile(hub, user))),
    addProfile(profile) {
      const part = profile.role === undefined ? parts.wordpress : parts[readChoice(profile, 'role', hubRoles)];
      return toProfile(part.hub, addUser(part.hub, readNewUser(profile, part.rights)));
    },
    registerApp() {
      throw new BadControl('hubs know no apps: people give out connect codes and keys');
    },
    findApp: () => undefined,
    callsBack: false,
    posts: () => all.flatMap((part) => part.posts()),
    controls: createControls(parts),
    reset() {
      for (const part of all) part.reset();
    },
  };
};
