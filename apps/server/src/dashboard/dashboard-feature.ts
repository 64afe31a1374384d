import { APP_LIMITS, type Session } from '@fanfare/app-contract';
import type { PlanName } from '@fanfare/rules';
import type { Request, RequestHandler } from 'express';
import { logoRoutes } from '../callers/projects/logo.routes.ts';
import type { RateLimiter } from '../callers/rate-limiter.ts';
import { readSession } from '../callers/sessions/read-session.ts';
import type { CallersPool, UpkeepPool } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { InlineStyle } from '../http/brand.ts';
import type { Brand } from '../http/html-page.ts';
import type { InvitationLimits } from '../people/members/invitation-limits.ts';
import type { Invitation, Invited } from '../people/members/invite.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { dashboardApi } from './api/dashboard-api.handlers.ts';
import { noteCalls } from './api/note-calls.ts';
import { insertLoggedCalls, purgeLoggedCalls } from './api/request-log.table.ts';
import { startRequestLogWriter } from './api/request-log-writer.ts';
import { dashboardRoutes, unknownPage } from './dashboard.routes.ts';

export type DashboardDeps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly now: () => Date;
  readonly rateLimiter: RateLimiter;
  readonly requestsPerMinute: number;
  readonly readJson: RequestHandler;
  readonly checkResponses: boolean;
  readonly invite: (invitation: Invitation) => Promise<Invited>;
  readonly countInvitation: InvitationLimits['countInvitation'];
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly development: boolean;
  readonly signUpPlan: PlanName;
  readonly installation: Omit<Session['installation'], 'baseUrl' | 'development'>;
  /** Colours of the installation; null for those of the build. */
  readonly dashboardStyle: InlineStyle | null;
  readonly dashboardFolder: string;
  /** Origin to which the composer sends files beside this server; null for nowhere. */
  readonly uploadOrigin: string | null;
};

export function dashboardFeature({ upkeep, ...deps }: DashboardDeps) {
  const requestLogWriter = startRequestLogWriter({
    log: deps.log,
    insert: (calls) => insertLoggedCalls(upkeep, calls),
  });
  const pages = { ...deps, hasSession: async (req: Request) => (await readSession(deps, req)) !== null };
  return {
    routes: [dashboardApi(deps), logoRoutes(deps), dashboardRoutes(pages)],
    jobs: {
      'delete-request-log': (stopping: AbortSignal) =>
        deleteInBatches(stopping, (limit) => purgeLoggedCalls(upkeep, { days: APP_LIMITS.requestLogDays, limit })),
    },
    noteCalls: noteCalls({ ...deps, requestLogWriter }),
    /** Answers a browser at an unknown address. */
    unknownPage: unknownPage(pages),
    stop: requestLogWriter.stop,
  };
}
