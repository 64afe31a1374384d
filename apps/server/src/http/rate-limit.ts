import type { RateLimit } from '@fanfare/rules';
import type { RequestHandler } from 'express';
import { requireCaller } from './caller.ts';
import { sendError } from './error-responses.ts';
import type { RateLimiter } from './rate-limiter.ts';

export function rateLimit({ check }: RateLimiter, limit: RateLimit): RequestHandler {
  return (_req, res, next) => {
    check(limit, requireCaller(res).id)
      .then(({ headers, refusal }) => {
        res.set(headers);
        return refusal ? sendError(res, refusal) : next();
      })
      .catch(next);
  };
}
