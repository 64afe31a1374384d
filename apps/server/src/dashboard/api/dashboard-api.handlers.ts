import { appContract } from '@fanfare/app-contract';
import { Router } from 'express';
import { jsonBody } from '../../callers/json-body.ts';
import { noStore } from '../../http/no-store.ts';
import { serveContract } from '../../http/serve-contract.ts';
import { skipOptions } from '../../http/skip-options.ts';
import { checkAccess } from './access.ts';
import { attentionHandlers } from './attention.handlers.ts';
import { authenticateDashboard } from './authenticate-dashboard.ts';
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
  Parameters<typeof attentionHandlers>[0] &
  Parameters<typeof authenticateDashboard>[0] & {
    readonly checkResponses: boolean;
  };

/** Serves the calls of the dashboard. */
export function dashboardApi(deps: DashboardApiDeps): Router {
  const router = Router();
  router.use('/app/api', noStore, authenticateDashboard(deps), skipOptions, jsonBody(deps));
  const handlers = {
    ...sessionHandlers(deps),
    ...projectsHandlers(deps),
    keys: keysHandlers(deps),
    members: membersHandlers(deps),
    drafts: draftsHandlers(deps),
    ...reportsHandlers(deps),
    ...attentionHandlers(deps),
  };
  const { checkResponses } = deps;
  serveContract(router, appContract, handlers, { before: [checkAccess(deps)], checkResponses });
  return router;
}
