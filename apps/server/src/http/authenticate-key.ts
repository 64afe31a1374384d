import { bearerKey, looksLikeApiKey, UNAUTHORIZED } from '@fanfare/rules';
import type { Request, RequestHandler } from 'express';
import { useShare } from '../db/caller-share.ts';
import type { Database } from '../db/database.ts';
import { ShareExhausted } from '../db/shares.ts';
import type { Logger } from '../log.ts';
import { hashApiKey } from '../projects/api-key.ts';
import { findCaller, touchApiKey } from '../projects/api-keys.table.ts';
import { type Caller, setCaller } from './caller.ts';
import { sendError } from './error-responses.ts';

type Deps = { readonly db: Database; readonly log: Logger };

/** Lets a request with a live API key in `Authorization: Bearer` pass. */
export function authenticateKey(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    try {
      const key = bearerKey(onlyAuthorization(req));
      const caller = key !== null && looksLikeApiKey(key) ? await findByKey(deps.db, key) : null;
      if (!caller) return sendError(res, UNAUTHORIZED);
      setCaller(res, caller);
      touchApiKey(deps.db, caller.id).catch((err: unknown) => {
        if (!(err instanceof ShareExhausted)) deps.log.warn({ err }, 'the last use of a key could not be recorded');
      });
      next();
    } catch (error) {
      next(error);
    }
  };
}

async function findByKey(db: Database, key: string): Promise<Caller | null> {
  const hash = hashApiKey(key);
  // A key that floods the service waits for itself, whether it exists or not.
  useShare({ pool: 'requests', owner: `key ${hash.toString('hex')}` });
  const caller = await findCaller(db, hash);
  if (caller) useShare({ pool: 'requests', owner: caller.projectId });
  return caller;
}

/** Null for none and for several lines: Node keeps the first (`message.headers`), and a proxy may have checked another one. */
function onlyAuthorization({ headersDistinct }: Request): string | null {
  const [line = null, ...more] = headersDistinct.authorization ?? [];
  return more.length === 0 ? line : null;
}
