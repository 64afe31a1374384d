import { appContract } from '@fanfare/app-contract';
import { createExpressEndpoints, initServer } from '@ts-rest/express';
import type { Express } from 'express';
import { sendError } from '../http/error-responses.ts';
import { shapeRefusal } from '../http/shape-refusal.ts';
import { accessGuard } from './access.ts';
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
  Parameters<typeof reportsHandlers>[0] & {
    readonly checkResponses: boolean;
  };

/** Adds every route below /app/api. */
export function addDashboardApi(app: Express, deps: DashboardApiDeps): void {
  const handlers = initServer().router(appContract, {
    ...sessionHandlers(deps),
    ...projectsHandlers(deps),
    keys: keysHandlers(deps),
    members: membersHandlers(deps),
    drafts: draftsHandlers(deps),
    ...reportsHandlers(deps),
  });
  createExpressEndpoints(appContract, handlers, app, {
    logInitialization: false,
    globalMiddleware: [accessGuard(deps)],
    responseValidation: deps.checkResponses,
    requestValidationErrorHandler: (error, req, res) => sendError(res, shapeRefusal(error, req.tsRestRoute)),
  });
}
