import { timingSafeEqual } from 'node:crypto';
import { judgeSessionRequest, UNAUTHORIZED } from '@fanfare/rules';
import type { Request } from 'express';
import { type AppDecision, refuseApp } from '../../http/app-refusal.ts';
import { type ReadSessionDeps, readSession, type SignedIn } from './read-session.ts';

/** `reads-token`: the only call that returns the token cannot carry it. */
type Check = 'whole' | 'reads-token';

/**
 * Checks session and origin of a request. Without a session it is refused like one without a key.
 */
export async function checkSession(
  deps: ReadSessionDeps,
  req: Request,
  check: Check = 'whole',
): Promise<AppDecision<{ readonly signedIn: SignedIn }>> {
  const signedIn = await readSession(deps, req);
  if (!signedIn) return { ok: false, refusal: UNAUTHORIZED };
  const { csrfToken } = signedIn;
  const { origin } = new URL(deps.baseUrl);
  const problem = judgeSessionRequest(
    {
      method: req.method,
      site: req.get('sec-fetch-site') ?? null,
      origin: req.get('origin') ?? null,
      csrfToken: check === 'reads-token' ? csrfToken : (req.get('x-fanfare-csrf') ?? null),
    },
    { origin, isCsrfToken: (token) => isSame(token, csrfToken) },
  );
  if (problem === 'not_same_origin')
    return refuseApp('forbidden', `This request does not come from a page of ${origin}. Open the dashboard there.`);
  if (problem === 'wrong_csrf_token')
    return refuseApp('forbidden', 'Your session is another one than when this page was opened. Reload the page.');
  return { ok: true, signedIn };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
