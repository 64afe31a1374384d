import type { RequestHandler } from 'express';
import type { ReadSessionDeps } from '../sessions/read-session.ts';
import { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
import { authenticateSession } from './authenticate-session.ts';

/** The two kinds of callers: a key, or without `Authorization` the session of a browser. */
export function authenticate(deps: ReadSessionDeps & AuthenticateKeyDeps): RequestHandler {
  const byKey = authenticateKey(deps);
  const bySession = authenticateSession(deps);
  return (req, res, next) => {
    const isBrowser = req.headersDistinct.authorization === undefined && req.headers.cookie !== undefined;
    return (isBrowser ? bySession : byKey)(req, res, next);
  };
}
