import type { RequestHandler } from 'express';
import type { ReadSessionDeps } from '../sessions/read-session.ts';
import type { AppDecision } from './app-refusal.ts';
import { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
import { authenticateSession } from './authenticate-session.ts';
import { type Caller, setCaller } from './caller.ts';
import { guard } from './guard.ts';
import type { RefusedKeys } from './refused-keys.ts';

export type Authenticated = AppDecision<{ readonly caller: Caller }>;

/** Finds who calls: a key, or without `Authorization` the session of a browser. */
export function authenticate(
  deps: ReadSessionDeps & AuthenticateKeyDeps & { readonly refusedKeys: RefusedKeys },
): RequestHandler {
  return guard(async (req, res) => {
    const isBrowser = req.headers.authorization === undefined && req.headers.cookie !== undefined;
    const found = await (isBrowser ? authenticateSession(deps, req) : authenticateKey(deps, req));
    if (!found.ok) return (isBrowser ? null : deps.refusedKeys.count(req.ip ?? '')) ?? found.refusal;
    setCaller(res, found.caller);
    return null;
  });
}
