import { METHODS_WITH_BODY, type RateLimit, type Refusal, requestUnits } from '@fanfare/rules';
import type { Request, Response } from 'express';
import type { RateAnswer, RateLimiter } from './rate-limiter.ts';

/** A limit that a request counts in, and whose it is. */
export type Counted = { readonly limit: RateLimit; readonly owner: string };

/**
 * Counts a request in limits, one after the other, by the declared length of its body, and sets their headers. A request that counts once is usually counted
 * without waiting. Returns the refusal of the first limit that is used up.
 */
export async function countRequest(
  rateLimiter: RateLimiter,
  limits: readonly Counted[],
  req: Request,
  res: Response,
): Promise<Refusal | null> {
  res.locals.countedIn = limits;
  const hasBody = METHODS_WITH_BODY.includes(req.method);
  const bytes = hasBody ? Number(req.headers['content-length'] ?? 0) : 0;
  for (const { limit, owner } of limits) {
    const units = requestUnits(bytes, limit);
    const refusal = show(
      res,
      units > 1
        ? await rateLimiter.checkSeveral(limit, owner, units)
        : (rateLimiter.spend(limit, owner) ?? (await rateLimiter.check(limit, owner))),
    );
    if (refusal) return refusal;
  }
  return null;
}

/** Counts what a body of undeclared length turned out to be, beyond the one request that it was counted as, in the limits that `countRequest` was given. */
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
  for (const name in headers) res.setHeader(name, headers[name]!);
  return refusal;
}
