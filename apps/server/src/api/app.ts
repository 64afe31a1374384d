import express, { type Express } from 'express';
import { connectRoutes } from '../accounts/connect/connect.routes.ts';
import { type DashboardApiDeps, dashboardApi } from '../dashboard/api/dashboard-api.handlers.ts';
import { logoRoutes } from '../dashboard/api/logo.routes.ts';
import { dashboardRoutes, unknownPage } from '../dashboard/dashboard.routes.ts';
import { setDocsUrl } from '../http/docs-url.ts';
import { errorResponses } from '../http/error-responses.ts';
import { installationLogoRoutes } from '../http/installation-logo.routes.ts';
import { giveRequestId } from '../http/request-id.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { sendJson } from '../http/send-json.ts';
import { closeUnread } from '../http/unread-body.ts';
import { removalRoutes } from '../leaving/removal.routes.ts';
import type { Tracing } from '../observe/tracing/tracing.ts';
import { inboxRoutes } from '../people/mail/inbox.routes.ts';
import { signInRoutes } from '../people/sign-in/all-sign-in.routes.ts';
import { startShare } from '../process/caller-share.ts';
import { answerNoRoute } from './answer-no-route.ts';
import { docsSiteRoutes } from './docs/docs-site.routes.ts';
import { docsRoutes } from './docs.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { type PublicApiDeps, publicApi } from './public-api.ts';
import { requestLog } from './request-log.ts';
import { securityTxtRoutes } from './security-txt.routes.ts';

export type AppDeps = PublicApiDeps &
  Parameters<typeof connectRoutes>[0] &
  Parameters<typeof installationLogoRoutes>[0] &
  Parameters<typeof removalRoutes>[0] &
  Parameters<typeof signInRoutes>[0] &
  Parameters<typeof inboxRoutes>[0] &
  Parameters<typeof healthRoutes>[0] &
  Parameters<typeof securityTxtRoutes>[0] &
  Parameters<typeof requestLog>[0] &
  Parameters<typeof securityHeaders>[0] &
  Parameters<typeof errorResponses>[0] &
  Parameters<typeof docsSiteRoutes>[0] &
  Parameters<typeof dashboardRoutes>[0] &
  DashboardApiDeps & {
    readonly trustProxy: number;
    /** Where the documentation is that errors lead to. */
    readonly docsUrl: string;
    readonly tracing: Tracing | null;
  };

/** The whole HTTP surface, in the order requests pass it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('trust proxy', deps.trustProxy);
  app.response.json = sendJson;
  setDocsUrl(app, deps.docsUrl);

  app.use(giveRequestId(deps), requestLog(deps), closeUnread, securityHeaders(deps), startShare);
  if (deps.tracing) app.use(deps.tracing.requests);
  app.use(
    publicApi(deps),
    dashboardApi(deps),
    healthRoutes(deps),
    securityTxtRoutes(deps),
    docsRoutes(deps),
    docsSiteRoutes(deps),
    connectRoutes(deps),
    removalRoutes(deps),
    logoRoutes(deps),
    installationLogoRoutes(deps),
    signInRoutes(deps),
    inboxRoutes(deps),
    dashboardRoutes(deps),
  );
  app.use(unknownPage(deps), answerNoRoute(), errorResponses(deps));
  return app;
}
