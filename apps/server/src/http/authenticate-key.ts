import { bearerKey, looksLikeApiKey, UNAUTHORIZED } from '@fanfare/rules';
import type { Request, RequestHandler } from 'express';
import { useShare } from '../db/caller-share.ts';
import { hashApiKey } from '../projects/api-key.ts';
import type { CallerCache } from '../projects/caller-cache.ts';
import type { KeyUseWriter } from '../projects/key-use-writer.ts';
import { type Caller, setCaller } from './caller.ts';
import { sendError } from './error-responses.ts';

export type AuthenticateKeyDeps = {
  readonly callerCache: Pick<CallerCache, 'find'>;
  readonly keyUseWriter: Pick<KeyUseWriter, 'note'>;
};

/** Lets a request with a live API key in `Authorization: Bearer` pass. */
export function authenticateKey(deps: AuthenticateKeyDeps): RequestHandler {
  return async (req, res, next) => {
    try {
      const key = bearerKey(onlyAuthorization(req));
      const caller = key !== null && looksLikeApiKey(key) ? await findByKey(deps, key) : null;
      if (!caller) return sendError(res, UNAUTHORIZED);
      setCaller(res, caller);
      deps.keyUseWriter.note(caller.id);
      next();
    } catch (error) {
      next(error);
    }
  };
}

async function findByKey({ callerCache }: AuthenticateKeyDeps, key: string): Promise<Caller | null> {
  const hash = hashApiKey(key);
  // A key that floods the service waits for itself, whether it exists or not.
  useShare({ pool: 'requests', owner: `key ${hash.toString('hex')}` });
  const caller = await callerCache.find(hash);
  if (caller) useShare({ pool: 'requests', owner: caller.projectId });
  return caller;
}

/** Null for none and for several lines: Node keeps the first (`message.headers`), and a proxy may have checked another one. */
function onlyAuthorization({ headersDistinct }: Request): string | null {
  const [line = null, ...more] = headersDistinct.authorization ?? [];
  return more.length === 0 ? line : null;
}
