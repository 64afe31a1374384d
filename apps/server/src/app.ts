import express, { type Express, type RequestHandler } from 'express';
import { connectRoutes } from './connect/connect.routes.ts';
import { dashboardRoutes, unknownPage } from './dashboard/dashboard.routes.ts';
import { authenticateDashboard } from './dashboard-api/authenticate-dashboard.ts';
import { type DashboardApiDeps, dashboardApi } from './dashboard-api/dashboard-api.handlers.ts';
import { logoRoutes } from './dashboard-api/logo.routes.ts';
import { startShare } from './db/caller-share.ts';
import { docsSiteRoutes } from './docs/docs-site.routes.ts';
import { answerNoRoute } from './http/answer-no-route.ts';
import { beginRequest } from './http/begin-request.ts';
import { docsRoutes } from './http/docs.routes.ts';
import { errorResponses } from './http/error-responses.ts';
import { healthRoutes } from './http/health.routes.ts';
import { noStore } from './http/no-store.ts';
import { securityTxtRoutes } from './http/security-txt.routes.ts';
import { sendJson } from './http/send-json.ts';
import { installationLogoRoutes } from './installation/installation-logo.routes.ts';
import { inboxRoutes } from './mail/inbox.routes.ts';
import { type PublicApiDeps, publicApi } from './public-api.ts';
import { removalRoutes } from './removal/removal.routes.ts';
import { signInRoutes } from './sign-in/all-sign-in.routes.ts';
import type { Tracing } from './tracing/tracing.ts';

export type AppDeps = PublicApiDeps &
  Parameters<typeof connectRoutes>[0] &
  Parameters<typeof installationLogoRoutes>[0] &
  Parameters<typeof removalRoutes>[0] &
  Parameters<typeof signInRoutes>[0] &
  Parameters<typeof inboxRoutes>[0] &
  Parameters<typeof healthRoutes>[0] &
  Parameters<typeof securityTxtRoutes>[0] &
  Parameters<typeof beginRequest>[0] &
  Parameters<typeof docsSiteRoutes>[0] &
  Parameters<typeof dashboardRoutes>[0] &
  DashboardApiDeps & {
    readonly trustProxy: number;
    readonly tracing: Tracing | null;
  };

/** The whole HTTP surface, in the order requests pass it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('trust proxy', deps.trustProxy);
  app.response.json = sendJson;

  const begin = beginRequest(deps);
  const unknown = unknownPage(deps);
  const noRoute = answerNoRoute();
  const nothingHere: RequestHandler = (req, res, next) =>
    unknown(req, res, (error) => (error ? next(error) : noRoute(req, res, next)));
  app.use(publicApi(deps, nothingHere));
  app.use((req, res, next) => {
    begin(req, res);
    startShare(req, res, next);
  });
  if (deps.tracing) app.use(deps.tracing.requests);
  app.use(
    healthRoutes(deps),
    securityTxtRoutes(deps),
    docsRoutes(deps),
    docsSiteRoutes(deps),
    connectRoutes(deps),
    removalRoutes(deps),
    logoRoutes(deps),
  );
  app.use(installationLogoRoutes(deps));
  app.use(signInRoutes(deps), inboxRoutes(deps), dashboardRoutes(deps));

  app.use('/app/api', noStore, authenticateDashboard(deps, deps.requestLimit));
  app.use(dashboardApi(deps), nothingHere, errorResponses(deps));
  return app;
}
