import type { RequestHandler, Response } from 'express';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { requireCaller } from './authenticate-key.ts';
import { takeRateLimit } from './rate-limits.table.ts';
import { RequestError } from './request-error.ts';

export type RateLimit = { readonly name: 'requests' | 'publishes'; readonly perMinute: number };

type Deps = { readonly db: Database; readonly log: Logger };

/** Counts a request against the caller's key and refuses it over the limit. A limiter that fails lets the request pass and says so in the log. */
export async function enforceRateLimit(deps: Deps, limit: RateLimit, keyId: string, res: Response): Promise<void> {
  const decision = await takeRateLimit(deps.db, keyId, limit.name, limit.perMinute).catch((err: unknown) => {
    deps.log.error({ err }, 'the rate limiter failed; the request passed');
    return null;
  });
  if (!decision) return;
  // IETF draft-ietf-httpapi-ratelimit-headers-10, checked 2026-11.
  res.setHeader('RateLimit-Policy', `"${limit.name}";q=${limit.perMinute};w=60`);
  res.setHeader('RateLimit', `"${limit.name}";r=${decision.remaining};t=${decision.resetSeconds}`);
  if (decision.allowed) return;
  throw new RequestError({
    code: 'rate_limited',
    message: `More than ${limit.perMinute} ${limit.name} a minute with this key. Try again in ${decision.resetSeconds} s.`,
    headers: { 'Retry-After': String(decision.resetSeconds) },
  });
}

export function rateLimit(deps: Deps, limit: RateLimit): RequestHandler {
  return (_req, res, next) => {
    enforceRateLimit(deps, limit, requireCaller(res).keyId, res).then(() => next(), next);
  };
}
