import { appContract } from '@fanfare/app-contract';
import { initServer } from '@ts-rest/express';
import type { RequestHandler } from 'express';
import { endpoints } from '../http/endpoints.ts';
import { sendError } from '../http/error-responses.ts';
import { jsonBody } from '../http/json-body.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { accessGuard } from './access.ts';
import { attentionHandlers } from './attention.handlers.ts';
import { draftsHandlers } from './drafts.handlers.ts';
import { keysHandlers } from './keys.handlers.ts';
import { membersHandlers } from './members.handlers.ts';
import { projectsHandlers } from './projects.handlers.ts';
import { reportsHandlers } from './reports.handlers.ts';
import { sessionHandlers } from './session.handlers.ts';

export type DashboardApiDeps = Parameters<typeof sessionHandlers>[0] &
  Parameters<typeof projectsHandlers>[0] &
  Parameters<typeof keysHandlers>[0] &
  Parameters<typeof membersHandlers>[0] &
  Parameters<typeof draftsHandlers>[0] &
  Parameters<typeof reportsHandlers>[0] &
  Parameters<typeof attentionHandlers>[0] & {
    readonly rateLimiter: RateLimiter;
    readonly checkResponses: boolean;
  };

const PATH = /^\/app\/api(?:\/|$)/i;

/** Every route below /app/api, for requests that were authenticated. Others pass by. */
export function dashboardApi(deps: DashboardApiDeps): RequestHandler {
  const handlers = initServer().router(appContract, {
    ...sessionHandlers(deps),
    ...projectsHandlers(deps),
    keys: keysHandlers(deps),
    members: membersHandlers(deps),
    drafts: draftsHandlers(deps),
    ...reportsHandlers(deps),
    ...attentionHandlers(deps),
  });
  const readBody = jsonBody(deps);
  const { checkResponses } = deps;
  const answer = endpoints(appContract, handlers, { guard: accessGuard(deps), checkResponses });
  return async (req, res, next) => {
    if (!PATH.test(req.path)) return next();
    try {
      const refusal = await readBody(req, res);
      if (refusal) return sendError(res, refusal);
      const answered = answer(req, res);
      return answered ? await answered : next();
    } catch (error) {
      next(error);
    }
  };
}
