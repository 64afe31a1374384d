import type { JsonObject } from '../../read-json.ts';
import { findKey } from '../keys.ts';
import { type Answer, ok, refusal } from './answer.ts';
import type { World } from './world.ts';

// IndieAuth (W3C note), 4.1.1 metadata and 6.2 introspection, checked 2026-11.

export function metadata({ hub }: World): JsonObject {
  return {
    issuer: `${hub.url()}/`,
    authorization_endpoint: `${hub.url()}/auth`,
    token_endpoint: `${hub.url()}/auth/token`,
    introspection_endpoint: `${hub.url()}/auth/introspect`,
    code_challenge_methods_supported: ['S256'],
  };
}

/** Names the owner of a token: `me` is the person's page. */
export function introspect(world: World, params: JsonObject): Answer {
  const found = typeof params.token === 'string' ? findKey(world.hub, params.token) : null;
  if (!found) return ok({ active: false });
  const { introspection } = world.habits;
  if (introspection === 'nobody') return refusal(404, 'not_found', 'This server does not say whose a token is');
  const iat = Math.floor(found.key.createdAt / 1_000);
  return ok({
    active: introspection === 'text' ? 'true' : true,
    me: world.hub.identityOf(found.user),
    scope: found.user.right,
    iat,
  });
}
