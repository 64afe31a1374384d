import type { Contract } from '@fanfare/contract';
import type { RateLimit } from '@fanfare/rules';
import { createExpressEndpoints, initServer } from '@ts-rest/express';
import { type RequestHandler, Router } from 'express';
import { accountsHandlers } from './accounts/accounts.handlers.ts';
import { noteCalls } from './dashboard-api/note-calls.ts';
import { eventsHandlers } from './events/events.handlers.ts';
import { authenticate } from './http/authenticate.ts';
import { sendError } from './http/error-responses.ts';
import { jsonBody } from './http/json-body.ts';
import { noStore } from './http/no-store.ts';
import { rateLimit } from './http/rate-limit.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import { scopeGuard } from './http/scope-guard.ts';
import { shapeRefusal } from './http/shape-refusal.ts';
import { platformsHandlers } from './platforms/platforms.handlers.ts';
import { postsHandlers } from './posts/posts.handlers.ts';
import { repostsHandlers } from './reposts/reposts.handlers.ts';
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
  Parameters<typeof authenticate>[0] & {
    readonly networks: { readonly contract: Contract };
    readonly requestLimit: RateLimit;
    readonly rateLimiter: RateLimiter;
    /** Checks every answer against the contract: in development and tests a wrong answer is a loud 500. */
    readonly checkResponses: boolean;
  };

const PATH = /^\/api\/v1(?:\/|$)/i;

/**
 * Every route of the contract, and `nothingHere` for what none of them took. Requests for other paths pass by, and those of the API meet nothing of the pages.
 */
export function publicApi(deps: PublicApiDeps, nothingHere: readonly RequestHandler[]): RequestHandler {
  const api = Router();
  api.use(noStore, noteCalls(deps), authenticate(deps), rateLimit(deps.rateLimiter, deps.requestLimit), ...jsonBody());
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
  createExpressEndpoints(contract, handlers, api, {
    logInitialization: false,
    globalMiddleware: [scopeGuard()],
    responseValidation: deps.checkResponses,
    requestValidationErrorHandler: (error, req, res) => sendError(res, shapeRefusal(error, req.tsRestRoute)),
  });
  // At its own end a router would answer OPTIONS.
  api.use(...nothingHere);
  return (req, res, next) => (PATH.test(req.path) ? api(req, res, next) : next());
}
