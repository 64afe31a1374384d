import type { Request } from 'express';
import type { ReadSessionDeps } from '../sessions/read-session.ts';
import type { AppDecision } from './app-refusal.ts';
import { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
import { authenticateSession } from './authenticate-session.ts';
import type { Caller } from './caller.ts';

export type Authenticated = AppDecision<{ readonly caller: Caller }>;

/** The two kinds of callers: a key, or without `Authorization` the session of a browser. */
export function authenticate(
  deps: ReadSessionDeps & AuthenticateKeyDeps,
): (req: Request) => Authenticated | Promise<Authenticated> {
  const byKey = authenticateKey(deps);
  return (req) => {
    const isBrowser = req.headers.authorization === undefined && req.headers.cookie !== undefined;
    return isBrowser ? authenticateSession(deps, req) : byKey(req);
  };
}
