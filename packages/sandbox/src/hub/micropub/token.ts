import type { Request } from 'express';
import type { JsonObject } from '../../read-json.ts';
import type { HubUser } from '../hub.ts';
import { findKey } from '../keys.ts';
import { type Answer, refusal } from './answer.ts';
import type { World } from './world.ts';

type Admitted = { readonly ok: true; readonly user: HubUser } | { readonly ok: false; readonly answer: Answer };

/** Reads the Bearer token, or `access_token` of a form (RFC 6750, section 2). */
export function admit(world: World, req: Request, params: JsonObject): Admitted {
  const [, inHeader] = /^Bearer\s+(\S+)$/i.exec(req.get('authorization') ?? '') ?? [];
  const inForm = req.method === 'POST' && typeof params.access_token === 'string' ? params.access_token : undefined;
  const found = findKey(world.hub, inHeader ?? inForm ?? '');
  if (found) return { ok: true, user: found.user };
  return { ok: false, answer: wrongToken(world, req) };
}

/** Indiekit 1.0.0-beta.29, lib/indieauth.js: everybody is sent to the login page. */
function wrongToken(world: World, req: Request): Answer {
  const { wrongToken: habit } = world.habits;
  if (habit === 'redirect' || (habit === 'indiekit' && req.method === 'GET')) {
    const back = new URLSearchParams({ redirect: req.originalUrl });
    return { status: 302, headers: { location: `${world.hub.url()}/session/login?${back}` } };
  }
  const description = 'The access token provided is expired, revoked, malformed, or invalid for other reasons';
  return refusal(401, 'unauthorized', description);
}

/** Scopes of Indiekit, lib/scope.js: `draft` makes drafts, `post` is an old `create`. */
export function scopeFor(user: HubUser, action: 'create' | 'update' | 'delete' | 'media'): 'full' | 'draft' | null {
  const scopes = user.right.split(' ');
  if (scopes.includes('draft') && (action === 'create' || action === 'update')) return 'draft';
  if (scopes.includes(action)) return 'full';
  const isImplied =
    (action === 'create' && scopes.includes('post')) || (action === 'media' && scopes.includes('create'));
  return isImplied ? 'full' : null;
}

const known = new Set(['create', 'update', 'delete', 'undelete', 'media', 'draft', 'post', 'read', 'profile']);

export function isScopes(right: string): boolean {
  return right.split(' ').every((scope) => known.has(scope));
}
