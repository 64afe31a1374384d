import { type RateLimit, type Refusal, UNAUTHORIZED } from '@fanfare/rules';
import type { RequestHandler } from 'express';
import { countAgainstLimits } from '../../callers/count-request.ts';
import type { RateLimiter } from '../../callers/rate-limiter.ts';
import { checkSession } from '../../callers/sessions/check-session.ts';
import type { ReadSessionDeps } from '../../callers/sessions/read-session.ts';
import { guard } from '../../http/guard.ts';
import { useShare } from '../../process/caller-share.ts';
import { setSignedIn } from './access.ts';

export type DashboardAuthDeps = ReadSessionDeps & {
  readonly rateLimiter: RateLimiter;
  readonly requestsPerMinute: number;
};

/** Checks session, origin and limit. `GET /session` returns the token of other requests. */
export function authenticateDashboard(deps: DashboardAuthDeps): RequestHandler {
  const limit: RateLimit = { name: 'requests', perMinute: deps.requestsPerMinute };
  return guard(async (req, res) => {
    const isSessionRead = (req.method === 'GET' || req.method === 'HEAD') && /^\/session\/?$/i.test(req.path);
    const checked = await checkSession(deps, req, isSessionRead ? 'reads-token' : 'whole');
    if (!checked.ok) return checked.refusal === UNAUTHORIZED ? SIGNED_OUT : checked.refusal;
    setSignedIn(res, checked.signedIn);
    useShare({ pool: 'pages', owner: `user ${checked.signedIn.user.id}` });
    const limits = [{ limit, owner: checked.signedIn.session.id }];
    return countAgainstLimits(deps.rateLimiter, limits, req, res);
  });
}

/** Speaks of the session, because no key opens these addresses. */
const SIGNED_OUT: Refusal = {
  ...UNAUTHORIZED,
  message: 'You are not signed in, or your session has ended. Sign in again.',
};
