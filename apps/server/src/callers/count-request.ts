import { requirementsOf } from '@fanfare/contract';
import { METHODS_WITH_BODY, projectLimitOf, type RateLimit, type Refusal, requestUnits } from '@fanfare/rules';
import type { Request, RequestHandler, Response } from 'express';
import { guard } from '../http/guard.ts';
import { routeOf } from '../http/serve-contract.ts';
import { requireCaller } from './caller.ts';
import type { RateAnswer, RateLimiter } from './rate-limiter.ts';
import { takesBytes } from './takes-bytes.ts';

export type Counted = { readonly limit: RateLimit; readonly owner: string };

/** Middleware that counts a request against its key or session, and against the project. */
export function countRequest({
  rateLimiter,
  requestLimit,
}: {
  readonly rateLimiter: RateLimiter;
  readonly requestLimit: RateLimit;
}): RequestHandler {
  const projectLimit = projectLimitOf(requestLimit);
  return guard((req, res) => {
    const { id, projectId } = requireCaller(res);
    const limits = [
      { limit: requestLimit, owner: id },
      { limit: projectLimit, owner: projectId },
    ];
    return countAgainstLimits(rateLimiter, limits, req, res);
  });
}

/**
 * Counts a request against the limit of its route, once the handler knows that it counts, and sets
 * its headers. `perMinute` is the number of this installation; without it the contract's.
 */
export async function countInRoute(
  { rateLimiter, perMinute }: { readonly rateLimiter: RateLimiter; readonly perMinute?: number },
  req: Request,
  res: Response,
): Promise<Refusal | null> {
  const { limit } = requirementsOf(routeOf(req));
  if (limit === null) throw new Error('This route has no limit of its own.');
  const counted = { ...limit, perMinute: perMinute ?? limit.perMinute };
  return show(res, await rateLimiter.check(counted, requireCaller(res).id));
}

/**
 * Counts a request against limits in order, by the declared length of its body, and sets their
 * headers. Returns the first refusal.
 */
export async function countAgainstLimits(
  rateLimiter: RateLimiter,
  limits: readonly Counted[],
  req: Request,
  res: Response,
): Promise<Refusal | null> {
  res.locals.countedIn = limits;
  const hasJson = METHODS_WITH_BODY.includes(req.method) && !takesBytes(req);
  const bytes = hasJson ? Number(req.headers['content-length'] ?? 0) : 0;
  for (const { limit, owner } of limits) {
    const units = requestUnits(bytes, limit);
    const counted = units > 1 ? rateLimiter.checkSeveral(limit, owner, units) : rateLimiter.check(limit, owner);
    const refusal = show(res, await counted);
    if (refusal) return refusal;
  }
  return null;
}

/** Counts the rest of a body of undeclared length, against the limits of `countAgainstLimits`. */
export async function countRest(rateLimiter: RateLimiter, bytes: number, res: Response): Promise<Refusal | null> {
  for (const { limit, owner } of (res.locals.countedIn ?? []) as readonly Counted[]) {
    const units = requestUnits(bytes, limit);
    if (units === 1) continue;
    const refusal = show(res, await rateLimiter.checkSeveral(limit, owner, units - 1, units));
    if (refusal) return refusal;
  }
  return null;
}

function show(res: Response, { headers, refusal }: RateAnswer): Refusal | null {
  res.set(headers);
  return refusal;
}
