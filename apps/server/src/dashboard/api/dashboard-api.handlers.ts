import { appContract } from '@fanfare/app-contract';
import { type RequestHandler, Router } from 'express';
import type { CallersPool } from '../../db/database.ts';
import { noStore } from '../../http/no-store.ts';
import { serveContract } from '../../http/serve-contract.ts';
import { skipOptions } from '../../http/skip-options.ts';
import type { Ids } from '../../process/ids.ts';
import { checkAccess } from './access.ts';
import { appsHandlers } from './apps.handlers.ts';
import { attentionHandlers } from './attention.handlers.ts';
import { authenticateDashboard, type DashboardAuthDeps } from './authenticate-dashboard.ts';
import { draftsHandlers } from './drafts.handlers.ts';
import { keysHandlers } from './keys.handlers.ts';
import { type MembersDeps, membersHandlers } from './members.handlers.ts';
import { projectsHandlers } from './projects.handlers.ts';
import { reportsHandlers } from './reports.handlers.ts';
import { type SessionDeps, sessionHandlers } from './session.handlers.ts';

export type DashboardApiDeps = DashboardAuthDeps &
  SessionDeps &
  MembersDeps & {
    readonly db: CallersPool;
    readonly ids: Ids;
    readonly now: () => Date;
    readonly readJson: RequestHandler;
    /** Answers 500 to a response that breaks the contract. */
    readonly checkResponses: boolean;
  };

export function dashboardApi(deps: DashboardApiDeps): Router {
  const router = Router();
  router.use('/app/api', noStore, authenticateDashboard(deps), skipOptions, deps.readJson);
  const handlers = {
    ...sessionHandlers(deps),
    ...projectsHandlers(deps),
    keys: keysHandlers(deps),
    apps: appsHandlers(deps),
    members: membersHandlers(deps),
    drafts: draftsHandlers(deps),
    ...reportsHandlers(deps),
    ...attentionHandlers(deps),
  };
  const { checkResponses } = deps;
  serveContract(router, appContract, handlers, { before: [checkAccess(deps)], checkResponses });
  return router;
}
