import type { Request } from 'express';
import type { ReadSessionDeps } from '../sessions/read-session.ts';
import type { AppDecision } from './app-refusal.ts';
import { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
import { authenticateSession } from './authenticate-session.ts';
import type { Caller } from './caller.ts';
import type { RefusedKeys } from './refused-keys.ts';

export type Authenticated = AppDecision<{ readonly caller: Caller }>;

/** The two kinds of callers: a key, or without `Authorization` the session of a browser. */
export function authenticate(
  deps: ReadSessionDeps & AuthenticateKeyDeps & { readonly refusedKeys: RefusedKeys },
): (req: Request) => Authenticated | Promise<Authenticated> {
  const byKey = authenticateKey(deps);
  const judge = (req: Request, found: Authenticated): Authenticated => {
    const refusal = found.ok ? null : deps.refusedKeys.count(req.ip ?? '');
    return refusal ? { ok: false, refusal } : found;
  };
  return (req) => {
    const isBrowser = req.headers.authorization === undefined && req.headers.cookie !== undefined;
    if (isBrowser) return authenticateSession(deps, req);
    const found = byKey(req);
    return found instanceof Promise ? found.then((one) => judge(req, one)) : judge(req, found);
  };
}
