import { bearerKey, looksLikeApiKey, UNAUTHORIZED } from '@fanfare/rules';
import type { Request } from 'express';
import { useShare } from '../process/caller-share.ts';
import { hashApiKey } from './api-key.ts';
import type { Authenticated } from './authenticate.ts';
import type { CallerCache } from './caller-cache.ts';
import type { KeyUseWriter } from './key-use-writer.ts';

export type AuthenticateKeyDeps = {
  readonly callerCache: Pick<CallerCache, 'find'>;
  readonly keyUseWriter: Pick<KeyUseWriter, 'note'>;
};

/** Finds the caller of an active API key in `Authorization: Bearer`, cached for keys in use. */
export async function authenticateKey(deps: AuthenticateKeyDeps, req: Request): Promise<Authenticated> {
  const key = bearerKey(onlyAuthorization(req));
  if (key === null || !looksLikeApiKey(key)) return REFUSED;
  const hash = hashApiKey(key);
  // A key that floods the service waits for itself, valid or not.
  useShare({ pool: 'requests', owner: `key ${hash.toString('hex')}` });
  const caller = await deps.callerCache.find(hash);
  if (!caller) return REFUSED;
  useShare({ pool: 'requests', owner: caller.projectId });
  deps.keyUseWriter.note(caller.id);
  return { ok: true, caller };
}

const REFUSED: Authenticated = { ok: false, refusal: UNAUTHORIZED };

/** Null for several lines too: Node keeps the first, and a proxy may have checked another. */
function onlyAuthorization({ headers, rawHeaders }: Request): string | null {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isAuthorization(rawHeaders[at]!)) lines++;
  return lines === 1 ? (headers.authorization ?? null) : null;
}

const NAME = 'authorization';
const isAuthorization = (name: string): boolean => name.length === NAME.length && name.toLowerCase() === NAME;
