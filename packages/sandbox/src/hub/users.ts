import { type JsonObject, readOptionalText, readText, refuseUnknown } from '../read-json.ts';
import type { ProfileView } from '../simulator.ts';
import type { Hub, HubUser } from './hub.ts';

export const DEFAULT_USERNAME = 'ann';

const hubLabels = { wordpress: 'WordPress', micropub: 'Micropub' } as const;

export function hubLabel(hub: Hub): string {
  return hubLabels[hub.role];
}

export function findUser(hub: Hub, username: string): HubUser | undefined {
  return hub.users.find((user) => user.username === username);
}

/** Throws where the hub has nobody of this name. */
export function userOf(hub: Hub, username: string): HubUser {
  const user = findUser(hub, username);
  if (!user)
    throw new Error(
      `there is nobody "${username}" on the ${hub.role} hub; there are: ${hub.users.map((each) => each.username).join(', ')}`,
    );
  return user;
}

export function addUser(hub: Hub, user: Omit<HubUser, 'id'>): HubUser {
  if (findUser(hub, user.username)) throw new Error(`"${user.username}" is taken on the ${hub.role} hub`);
  const added = { ...user, id: hub.users.length + 1 };
  hub.users.push(added);
  return added;
}

/** `username`, `name?` and `right?` of a control. */
export function readNewUser(
  body: JsonObject,
  rights: { readonly known: (right: string) => boolean; readonly usual: string },
) {
  refuseUnknown(body, ['role', 'username', 'name', 'right']);
  const username = readText(body, 'username');
  if (!/^[a-z0-9._-]{1,60}$/.test(username)) throw new Error('"username" may have a-z, 0-9, ".", "_" and "-"');
  const right = readOptionalText(body, 'right') ?? rights.usual;
  if (!rights.known(right)) throw new Error(`the hub knows no right "${right}"`);
  return { username, name: readOptionalText(body, 'name') ?? username, right };
}

/** The same in each run, whatever the address of the sandbox is. */
export function profileId(hub: Hub, user: HubUser): string {
  return `${hub.role}:${user.id}`;
}

export function toProfile(hub: Hub, user: HubUser): ProfileView {
  const page = (name: string) => `${hub.url()}/settings/${name}?${new URLSearchParams({ username: user.username })}`;
  return {
    id: profileId(hub, user),
    username: user.username,
    name: user.name,
    kind: `${hubLabel(hub)}, ${user.right}`,
    role: hub.role,
    links: [
      { label: 'Connect code', url: page('connect') },
      { label: 'API key', url: page('api-key') },
    ],
  };
}
