import type { RequestHandler } from 'express';
import type { AppDecision } from '../http/app-refusal.ts';
import { guard } from '../http/guard.ts';
import { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
import { authenticateSession } from './authenticate-session.ts';
import { type Caller, setCaller } from './caller.ts';
import { WORKSPACE_MOVES } from './moving-workspace.ts';
import type { RefusedKeys } from './refused-keys.ts';
import type { ReadSessionDeps } from './sessions/read-session.ts';

export type Authenticated = AppDecision<{ readonly caller: Caller }>;

type KeyDeps = AuthenticateKeyDeps & { readonly refusedKeys: RefusedKeys };

/** Authenticates a key, or without `Authorization` the session of a browser. */
export function authenticate(deps: ReadSessionDeps & KeyDeps): RequestHandler {
  return guard(async (req, res) => {
    const isBrowser = req.headers.authorization === undefined && req.headers.cookie !== undefined;
    const found = await (isBrowser ? authenticateSession(deps, req) : authenticateKey(deps, req));
    if (!found.ok) return (isBrowser ? null : deps.refusedKeys.count(req.ip ?? '')) ?? found.refusal;
    if (found.caller.isMoving) return WORKSPACE_MOVES;
    setCaller(res, found.caller);
    return null;
  });
}

/** Authenticates a key only, and says in `challenge` how a client without one gets it. */
export function authenticateBearer(deps: KeyDeps, challenge: string): RequestHandler {
  return guard(async (req, res) => {
    const found = await authenticateKey(deps, req);
    if (!found.ok) {
      const refusal = deps.refusedKeys.count(req.ip ?? '');
      return refusal ?? { ...found.refusal, headers: { 'WWW-Authenticate': challenge } };
    }
    if (found.caller.isMoving) return WORKSPACE_MOVES;
    setCaller(res, found.caller);
    return null;
  });
}
