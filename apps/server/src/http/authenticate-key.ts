import { bearerKey, looksLikeApiKey, UNAUTHORIZED } from '@fanfare/rules';
import type { Request, RequestHandler } from 'express';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { hashApiKey } from '../projects/api-key.ts';
import { findCaller, touchApiKey } from '../projects/api-keys.table.ts';
import { setCaller } from './caller.ts';
import { sendError } from './error-responses.ts';

type Deps = { readonly db: Database; readonly log: Logger };

/** Lets a request with a live API key in `Authorization: Bearer` pass. */
export function authenticateKey(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    try {
      const key = bearerKey(onlyAuthorization(req));
      const caller = key !== null && looksLikeApiKey(key) ? await findCaller(deps.db, hashApiKey(key)) : null;
      if (!caller) return sendError(res, UNAUTHORIZED);
      setCaller(res, caller);
      touchApiKey(deps.db, caller.id).catch((err: unknown) =>
        deps.log.warn({ err }, 'the last use of a key could not be recorded'),
      );
      next();
    } catch (error) {
      next(error);
    }
  };
}

/** Null for none and for several lines: Node keeps the first (`message.headers`), and a proxy may have checked another one. */
function onlyAuthorization({ headersDistinct }: Request): string | null {
  const [line = null, ...more] = headersDistinct.authorization ?? [];
  return more.length === 0 ? line : null;
}
