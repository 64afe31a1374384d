import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { hashApiKey, looksLikeApiKey } from '../projects/api-key.ts';
import { type Caller, findCaller, touchApiKey } from '../projects/api-keys.table.ts';
import { RequestError } from './request-error.ts';

type Deps = { readonly db: Database; readonly log: Logger };

/** Lets a request pass with a live API key in `Authorization: Bearer`. Missing, malformed, unknown and revoked keys get one identical answer. */
export function authenticateKey(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    try {
      const [, key] = /^Bearer +(\S+)$/i.exec(onlyAuthorization(req)) ?? [];
      const caller = key !== undefined && looksLikeApiKey(key) ? await findCaller(deps.db, hashApiKey(key)) : null;
      if (!caller) {
        throw new RequestError({
          code: 'unauthorized',
          message: 'A valid API key is required. Send it as "Authorization: Bearer fanfare_sk_…".',
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      }
      res.locals.caller = caller;
      touchApiKey(deps.db, caller.keyId).catch((err: unknown) =>
        deps.log.warn({ err }, 'the last use of a key could not be noted'),
      );
      next();
    } catch (error) {
      next(error);
    }
  };
}

/** Node keeps the first of several lines (`message.headers`), and something in between may have looked at another one. Empty for none and for several. */
function onlyAuthorization({ headersDistinct }: Request): string {
  const [line = '', ...more] = headersDistinct.authorization ?? [];
  return more.length === 0 ? line : '';
}

export function callerOf(res: Response): Caller | undefined {
  return res.locals.caller as Caller | undefined;
}

/** The caller of a request that came through `authenticateKey`. */
export function requireCaller(res: Response): Caller {
  const caller = callerOf(res);
  if (!caller) throw new Error('This route is not behind authenticateKey.');
  return caller;
}
