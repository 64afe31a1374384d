import type { JsonObject } from '../../read-json.ts';
import type { HubKey, HubUser } from '../hub.ts';
import { createKey, keysOf } from '../keys.ts';
import { type Answer, created, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { missingParams } from './parameters.ts';
import { dateText, restUrl } from './permalinks.ts';
import { notLoggedIn } from './users.ts';
import type { World } from './world.ts';

// WordPress REST API handbook, application passwords, checked 2026-11.

/** `/wp/v2/users/{me or id}/application-passwords…`, everybody's for administrators. */
export function actOnPasswords(
  world: World,
  caller: Caller,
  call: { readonly method: string; readonly whose: string; readonly uuid: string | null; readonly params: JsonObject },
): Answer {
  const user = readUser(world, caller, call.whose);
  if (!user) return call.whose === 'me' ? notLoggedIn() : refusal(404, 'rest_user_invalid_id', 'Invalid user ID.');
  if (user.id !== caller.user?.id && !can(caller, 'edit_users')) return cannotManage(caller, call.method);
  if (call.uuid === 'introspect') return introspect(world, caller, user);
  if (call.uuid === null) {
    if (call.method === 'GET') return ok(keysOf(world.hub, user.id).map((key) => toPassword(world, user, key)));
    if (call.method === 'POST') return createPassword(world, user, call.params);
    return deleteAll(world, user);
  }
  const key = keysOf(world.hub, user.id).find(({ uuid }) => uuid === call.uuid);
  if (!key) return refusal(404, 'rest_application_password_not_found', 'Application password not found.');
  if (call.method !== 'DELETE') return ok(toPassword(world, user, key));
  world.hub.keys.delete(key.hash);
  return ok({ deleted: true, previous: toPassword(world, user, key) });
}

function readUser(world: World, caller: Caller, whose: string): HubUser | null {
  if (whose === 'me') return caller.user;
  return world.hub.users.find(({ id }) => String(id) === whose) ?? null;
}

function introspect(world: World, caller: Caller, user: HubUser): Answer {
  if (caller.user?.id !== user.id) {
    const message = 'The authenticated application password can only be introspected for the current user.';
    return forbidden(caller, 'rest_cannot_introspect_app_password_for_non_authenticated_user', message);
  }
  if (!caller.key) return refusal(404, 'rest_no_authenticated_app_password', 'Cannot introspect application password.');
  return ok(toPassword(world, user, caller.key));
}

function createPassword(world: World, user: HubUser, params: JsonObject): Answer {
  const { name } = params;
  if (typeof name !== 'string' || name.trim() === '') return missingParams('name');
  if (keysOf(world.hub, user.id).some((key) => key.name === name))
    return refusal(409, 'application_password_duplicate_name', 'Each application name should be unique.');
  const { apiKey, key } = createKey(world.hub, user, name);
  const shown = apiKey.match(/.{4}/g)?.join(' ') ?? apiKey;
  return created({ ...toPassword(world, user, key), password: shown }, selfUrl(world, user, key));
}

function deleteAll(world: World, user: HubUser): Answer {
  const keys = keysOf(world.hub, user.id);
  for (const { hash } of keys) world.hub.keys.delete(hash);
  return ok({ deleted: true, count: keys.length });
}

function cannotManage(caller: Caller, method: string): Answer {
  const [code, verb] =
    method === 'GET' ? ['list', 'list'] : method === 'POST' ? ['create', 'create'] : ['delete', 'delete'];
  const message = `Sorry, you are not allowed to ${verb} application passwords for this user.`;
  return forbidden(caller, `rest_cannot_${code}_application_passwords`, message);
}

function toPassword(world: World, user: HubUser, key: HubKey): JsonObject {
  return {
    uuid: key.uuid,
    app_id: '',
    name: key.name,
    created: dateText(key.createdAt),
    last_used: key.lastUsedAt === null ? null : dateText(key.lastUsedAt),
    last_ip: key.lastUsedAt === null ? null : '127.0.0.1',
    _links: { self: [{ href: selfUrl(world, user, key) }] },
  };
}

function selfUrl(world: World, user: HubUser, key: HubKey): string {
  return restUrl(world, `users/${user.id}/application-passwords/${key.uuid}`);
}
