import type { JsonObject } from '../../read-json.ts';
import type { HubUser } from '../hub.ts';
import { type Answer, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { pickFields } from './fields.ts';
import { context } from './list.ts';
import { checkParams } from './parameters.ts';
import { authorLink, restUrl } from './permalinks.ts';
import { publishedPosts } from './post-store.ts';
import { capabilitiesOf } from './roles.ts';
import type { World } from './world.ts';

// WordPress REST API handbook, users, checked 2026-11.

/** `GET /wp/v2/users/me` */
export function showMe(world: World, caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, { context });
  if (!read.ok) return read.answer;
  if (!caller.user) return notLoggedIn();
  return ok(pickFields(toUser(world, caller.user, read.value.context === 'edit'), params._fields));
}

/** `GET /wp/v2/users/{id}`: oneself, or whoever has published something. */
export function showUser(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { context });
  if (!read.ok) return read.answer;
  const user = world.hub.users.find((each) => each.id === id);
  if (!user) return refusal(404, 'rest_user_invalid_id', 'Invalid user ID.');
  const isOwn = caller.user?.id === id;
  const edits = read.value.context === 'edit';
  const isPublic = publishedPosts(world).some(({ authorId }) => authorId === id);
  if (!isOwn && ((edits && !can(caller, 'edit_users')) || (!isPublic && !can(caller, 'list_users'))))
    return forbidden(caller, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.');
  return ok(pickFields(toUser(world, user, edits), params._fields));
}

export function notLoggedIn(): Answer {
  return refusal(401, 'rest_not_logged_in', 'You are not currently logged in.');
}

function toUser(world: World, user: HubUser, edits: boolean): JsonObject {
  const { id, username, name, right } = user;
  const [first = '', ...last] = name.split(' ');
  const allowed = Object.fromEntries(capabilitiesOf(right).map((capability) => [capability, true]));
  return {
    id,
    ...(edits && { username }),
    name,
    ...(edits && { first_name: first, last_name: last.join(' '), email: `${username}@hub.example` }),
    url: '',
    description: '',
    link: authorLink(world, user),
    ...(edits && { locale: 'en_US', nickname: username }),
    slug: username,
    ...(edits && {
      roles: [right],
      registered_date: '2026-01-05T09:00:00+00:00',
      capabilities: { ...allowed, [right]: true },
      extra_capabilities: { [right]: true },
    }),
    avatar_urls: {},
    meta: [],
    _links: { self: [{ href: restUrl(world, `users/${id}`) }], collection: [{ href: restUrl(world, 'users') }] },
  };
}
