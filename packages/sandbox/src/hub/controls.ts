import { readAfterCalls } from '../call-countdown.ts';
import {
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  readWhole,
  refuseUnknown,
} from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import { createCode } from './connect-codes.ts';
import { type HubRole, type HubUser, hubRoles } from './hub.ts';
import { createKey, revokeKeys } from './keys.ts';
import type { HubPart } from './part.ts';
import { DEFAULT_USERNAME, findUser, userOf } from './users.ts';

const MOST_SPACES = 100_000;

/** Controls of both hubs: `POST /__sandbox/hub/{name}`. */
export function createControls(parts: Readonly<Record<HubRole, HubPart>>): Simulator['controls'] {
  const partOf = (body: JsonObject): HubPart => parts[readChoice(body, 'role', hubRoles)];
  const readUser = (part: HubPart, body: JsonObject): HubUser =>
    userOf(part.hub, readOptionalText(body, 'username') ?? DEFAULT_USERNAME);
  /** The hubs a body is about: the one it names, or both. */
  const partsOf = (body: JsonObject): readonly HubPart[] =>
    body.role === undefined ? Object.values(parts) : [partOf(body)];

  return {
    /** `{ role, username? }`: a fresh connect code. */
    'connect-code': (body) => {
      refuseUnknown(body, ['role', 'username']);
      const part = partOf(body);
      const { code, expiresAt } = createCode(part.hub, readUser(part, body));
      return { code, expiresAt: new Date(expiresAt).toISOString() };
    },
    /** `{ role, username?, name? }`: a fresh API key. */
    'api-key': (body) => {
      refuseUnknown(body, ['role', 'username', 'name']);
      const part = partOf(body);
      const user = readUser(part, body);
      const { apiKey } = createKey(part.hub, user, readOptionalText(body, 'name') ?? 'Made by a control');
      return { username: user.username, apiKey };
    },
    /** `{ username, role?, afterCalls? }`: the person removes all keys, now or after calls. */
    'revoke-token': (body) => {
      refuseUnknown(body, ['username', 'role', 'afterCalls']);
      const username = readText(body, 'username');
      const afterCalls = readAfterCalls(body);
      const found = partsOf(body).filter(({ hub }) => findUser(hub, username));
      if (found.length === 0) throw new Error(`there is nobody "${username}" on any such hub`);
      for (const { hub } of found) {
        const { id } = userOf(hub, username);
        hub.countdown.start(String(id), afterCalls, () => revokeKeys(hub, id));
      }
      return { afterCalls };
    },
    /** `{ role, username, right }`: the person's rights from now on, also of older keys. */
    rights: (body) => {
      refuseUnknown(body, ['role', 'username', 'right']);
      const part = partOf(body);
      const right = readText(body, 'right');
      if (!part.rights.known(right)) throw new Error(`the ${part.hub.role} hub knows no right "${right}"`);
      userOf(part.hub, readText(body, 'username')).right = right;
    },
    /** `{ role, slug, name, description? }`: one more space. */
    'add-space': (body) => {
      refuseUnknown(body, ['role', 'slug', 'name', 'description']);
      const { spaces } = partOf(body);
      const slug = readText(body, 'slug');
      if (spaces.slugs().includes(slug)) throw new Error(`the space "${slug}" is there already`);
      spaces.add({ slug, name: readText(body, 'name'), description: readOptionalText(body, 'description') ?? '' });
    },
    /** `{ role, count }`: so many more spaces, `circle-1` and up. */
    'add-spaces': (body) => {
      refuseUnknown(body, ['role', 'count']);
      const { spaces } = partOf(body);
      const taken = new Set(spaces.slugs());
      let left = readWhole(body, 'count', { min: 1, max: MOST_SPACES });
      for (let number = 1; left > 0; number++) {
        if (taken.has(`circle-${number}`)) continue;
        spaces.add({ slug: `circle-${number}`, name: `Circle ${number}`, description: '' });
        left -= 1;
      }
      return { spaces: spaces.slugs().length };
    },
    /** `{ role, slug }`: a space less; its posts stay. */
    'remove-space': (body) => {
      refuseUnknown(body, ['role', 'slug']);
      if (!partOf(body).spaces.remove(readText(body, 'slug'))) throw new Error('there is no such space');
    },
    /**
     * `{ role, offered?, exchange?, apiUrl?, type?, defaultSpaceSlug? }`: Hub Connect; null: truth.
     */
    'hub-connect': (body) => {
      refuseUnknown(body, ['role', 'offered', 'exchange', 'apiUrl', 'type', 'defaultSpaceSlug']);
      const { hub } = partOf(body);
      const said = (key: 'exchange' | 'apiUrl' | 'type' | 'defaultSpaceSlug') =>
        body[key] === undefined ? hub.connect[key] : readOptionalText(body, key);
      hub.connect = {
        offered: body.offered === undefined ? hub.connect.offered : readFlag(body, 'offered'),
        exchange: said('exchange'),
        apiUrl: said('apiUrl'),
        type: said('type'),
        defaultSpaceSlug: said('defaultSpaceSlug'),
      };
      return hub.connect;
    },
    /** `{ role, kind, path?, times? }`: calls get a `gzip-bomb` (2 GiB) or `huge-json` (50 MiB). */
    'oversized-answer': (body) => {
      refuseUnknown(body, ['role', 'kind', 'path', 'times']);
      const { oversized } = partOf(body).hub;
      const kind = readChoice(body, 'kind', ['gzip-bomb', 'huge-json']);
      const path = new RegExp(readOptionalText(body, 'path') ?? '');
      const times = body.times === undefined ? 1 : readWhole(body, 'times', { min: 0, max: 1_000 });
      if (times === 0) oversized.length = 0;
      else oversized.push({ kind, path, times });
    },
    /** `{ role }`: everything stored, drafts and files among it. */
    contents: (body) => {
      refuseUnknown(body, ['role']);
      return partOf(body).contents();
    },
    /** `{ platformPostId, role? }`: somebody deletes the post by hand. */
    'delete-post': (body) => {
      refuseUnknown(body, ['platformPostId', 'role']);
      const id = readText(body, 'platformPostId');
      if (!partsOf(body).some((part) => part.deletePost(id))) throw new Error('there is no such post on a hub');
    },
    ...parts.wordpress.controls,
    ...parts.micropub.controls,
  };
}
