import { type Contract, requirementsOf } from '@fanfare/contract';
import { judgeScope, type RateLimit } from '@fanfare/rules';
import { Router } from 'express';
import { authenticate } from '../callers/authenticate.ts';
import { requireCaller } from '../callers/caller.ts';
import { countCaller } from '../callers/count-request.ts';
import { jsonBody } from '../callers/json-body.ts';
import type { RateLimiter } from '../callers/rate-limiter.ts';
import { noteCalls } from '../dashboard/api/note-calls.ts';
import type { Check } from '../http/guard.ts';
import { noStore } from '../http/no-store.ts';
import { routeOf, serveContract } from '../http/serve-contract.ts';
import { skipOptions } from '../http/skip-options.ts';
import { accountsHandlers } from './accounts.handlers.ts';
import { eventsHandlers } from './events.handlers.ts';
import { platformsHandlers } from './platforms.handlers.ts';
import { postsHandlers } from './posts.handlers.ts';
import { repostsHandlers } from './reposts.handlers.ts';
import { usageHandlers } from './usage.handlers.ts';
import { webhooksHandlers } from './webhooks.handlers.ts';

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
    /** Of a key or session; that of their project follows from it. */
    readonly requestLimit: RateLimit;
    readonly rateLimiter: RateLimiter;
    /** Checks every answer against the contract: in development and tests a wrong answer is a loud 500. */
    readonly checkResponses: boolean;
  };

/** Serves the contract of the API. A request passes this list from top to bottom. */
export function publicApi(deps: PublicApiDeps): Router {
  const { contract } = deps.networks;
  const router = Router();
  router.use('/api/v1', noStore, noteCalls(deps), skipOptions, authenticate(deps), countCaller(deps), jsonBody(deps));
  const handlers = {
    accounts: accountsHandlers(deps),
    posts: postsHandlers(deps),
    reposts: repostsHandlers(deps),
    platforms: platformsHandlers(deps),
    usage: usageHandlers(deps),
    webhooks: webhooksHandlers(deps),
    events: eventsHandlers(deps),
  };
  const { checkResponses } = deps;
  serveContract(router, contract, handlers, { before: [checkScope], checkResponses });
  return router;
}

const checkScope: Check = (req, res) => judgeScope(requireCaller(res).scope, requirementsOf(routeOf(req)).needs);
