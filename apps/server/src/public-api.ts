import type { Contract } from '@fanfare/contract';
import { projectLimitOf, type RateLimit } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { accountsHandlers } from './accounts/accounts.handlers.ts';
import { noteCalls } from './dashboard-api/note-calls.ts';
import { NOBODY, runWithShare } from './db/caller-share.ts';
import { eventsHandlers } from './events/events.handlers.ts';
import { authenticate } from './http/authenticate.ts';
import { beginRequest } from './http/begin-request.ts';
import { setCaller } from './http/caller.ts';
import { countRequest } from './http/count-request.ts';
import { endpoints } from './http/endpoints.ts';
import { errorResponses, sendError } from './http/error-responses.ts';
import { jsonBody } from './http/json-body.ts';
import { setNoStore } from './http/no-store.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import { requestIdOf } from './http/request-id.ts';
import { scopeGuard } from './http/scope-guard.ts';
import { platformsHandlers } from './platforms/platforms.handlers.ts';
import { postsHandlers } from './posts/posts.handlers.ts';
import { repostsHandlers } from './reposts/reposts.handlers.ts';
import type { Tracing } from './tracing/tracing.ts';
import { usageHandlers } from './usage/usage.handlers.ts';
import { webhooksHandlers } from './webhooks/webhooks.handlers.ts';

export type PublicApiDeps = Parameters<typeof accountsHandlers>[0] &
  Parameters<typeof postsHandlers>[0] &
  Parameters<typeof repostsHandlers>[0] &
  Parameters<typeof platformsHandlers>[0] &
  Parameters<typeof usageHandlers>[0] &
  Parameters<typeof webhooksHandlers>[0] &
  Parameters<typeof eventsHandlers>[0] &
  Parameters<typeof noteCalls>[0] &
  Parameters<typeof authenticate>[0] &
  Parameters<typeof errorResponses>[0] &
  Parameters<typeof beginRequest>[0] & {
    readonly networks: { readonly contract: Contract };
    /** Of a key or session; that of their project follows from it. */
    readonly requestLimit: RateLimit;
    readonly rateLimiter: RateLimiter;
    readonly tracing: Tracing | null;
    /** Checks every answer against the contract: in development and tests a wrong answer is a loud 500. */
    readonly checkResponses: boolean;
  };

const PATH = /^\/api\/v1(?:\/|$)/i;

/**
 * Every route of the contract, and `nothingHere` for what none of them took. Requests for other paths pass by; those of the API meet nothing of the pages, and
 * no other layer of Express.
 */
export function publicApi(deps: PublicApiDeps, nothingHere: RequestHandler): RequestHandler {
  const { requestLimit, rateLimiter, tracing } = deps;
  const projectLimit = projectLimitOf(requestLimit);
  const begin = beginRequest(deps);
  const noteCall = noteCalls(deps);
  const authenticated = authenticate(deps);
  const readBody = jsonBody(deps);
  const answer = answerRoutes(deps);
  const answerError = errorResponses(deps);

  /** The order of everything that a request passes. It waits only where an answer is not there yet. */
  const serve = async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    try {
      // Browsers send it without the key.
      if (req.method === 'OPTIONS') return nothingHere(req, res, next);
      const found = authenticated(req);
      const who = found instanceof Promise ? await found : found;
      if (!who.ok) return sendError(res, who.refusal);
      setCaller(res, who.caller);
      const { id, projectId } = who.caller;
      const limits = [
        { limit: requestLimit, owner: id },
        { limit: projectLimit, owner: projectId },
      ];
      const refusal = await countRequest(rateLimiter, limits, req, res);
      if (refusal) return sendError(res, refusal);
      const reading = readBody(req, res);
      const badBody = reading && (await reading);
      if (badBody) return sendError(res, badBody);
      const answered = answer(req, res);
      return answered ? await answered : nothingHere(req, res, next);
    } catch (error) {
      answerError(error, req, res, next);
    }
  };

  return (req, res, next) => {
    if (!PATH.test(req.path)) return next();
    begin(req, res, noteCall(req, res));
    setNoStore(res);
    const start = (): Promise<void> => serve(req, res, next);
    const request = { share: NOBODY, requestId: requestIdOf(res) };
    if (!tracing) return runWithShare(request, start);
    return runWithShare(request, () => tracing.requests(req, res, start));
  };
}

function answerRoutes(deps: PublicApiDeps): ReturnType<typeof endpoints> {
  const { contract } = deps.networks;
  const handlers = initServer().router(contract, {
    accounts: accountsHandlers(deps),
    posts: postsHandlers(deps),
    reposts: repostsHandlers(deps),
    platforms: platformsHandlers(deps),
    usage: usageHandlers(deps),
    webhooks: webhooksHandlers(deps),
    events: eventsHandlers(deps),
  });
  return endpoints(contract, handlers, { guard: scopeGuard(), checkResponses: deps.checkResponses });
}
