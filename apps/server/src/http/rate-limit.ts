import { judgeRate, type RateLimit, type Refusal } from '@fanfare/rules';
import type { RequestHandler } from 'express';
import type { Database } from '../db/database.ts';
import { ShareExhausted } from '../db/shares.ts';
import type { Logger } from '../log.ts';
import { requireCaller } from './caller.ts';
import { sendError } from './error-responses.ts';
import { takeRateLimit } from './rate-limits.table.ts';

type Deps = { readonly db: Database; readonly log: Logger };

/** Headers of every answer, and the refusal of a request over the limit. */
export type RateAnswer = { readonly headers: Readonly<Record<string, string>>; readonly refusal: Refusal | null };

/** Counts a request against its caller. A limiter that fails lets the request pass and logs it. */
export async function checkRateLimit(deps: Deps, limit: RateLimit, callerId: string): Promise<RateAnswer> {
  try {
    return judgeRate(limit, await takeRateLimit(deps.db, callerId, limit));
  } catch (err) {
    // Nothing is free for a caller that floods the service.
    if (err instanceof ShareExhausted) throw err;
    deps.log.error({ err }, 'the rate limiter failed; the request passed');
    return { headers: {}, refusal: null };
  }
}

export function rateLimit(deps: Deps, limit: RateLimit): RequestHandler {
  return (_req, res, next) => {
    checkRateLimit(deps, limit, requireCaller(res).id)
      .then(({ headers, refusal }) => {
        res.set(headers);
        return refusal ? sendError(res, refusal) : next();
      })
      .catch(next);
  };
}
