import type { Caller } from '../admit.ts';
import { json, type Reply } from '../restli/reply.ts';
import type { World } from '../world.ts';
import { memberClaims, nameParts } from './member-claims.ts';

/** `GET /v2/userinfo` */
export function showUserinfo(world: World, caller: Caller): Reply {
  return json(200, memberClaims(world, caller.member, caller.scopes));
}

/** `GET /v2/me`. Its refusal is older than the others and names the call differently. */
export function showMe(caller: Caller): Reply {
  if (!caller.scopes.has('r_basicprofile')) {
    return json(403, { serviceErrorCode: 100, message: 'Not enough permissions to access: GET /me', status: 403 });
  }
  const { id, username, name } = caller.member;
  const { given, family } = nameParts(name);
  return json(200, { id, vanityName: username, localizedFirstName: given, localizedLastName: family });
}
