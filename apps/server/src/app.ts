import type { RateLimit } from '@fanfare/rules';
import { createExpressEndpoints, initServer } from '@ts-rest/express';
import express, { type Express } from 'express';
import helmet from 'helmet';
import { accountsHandlers } from './accounts/accounts.handlers.ts';
import { connectRoutes } from './connect/connect.routes.ts';
import { dashboardRoutes, unknownPage } from './dashboard/dashboard.routes.ts';
import { authenticateDashboard } from './dashboard-api/authenticate-dashboard.ts';
import { addDashboardApi, type DashboardApiDeps } from './dashboard-api/dashboard-api.handlers.ts';
import { logoRoutes } from './dashboard-api/logo.routes.ts';
import { noteCalls } from './dashboard-api/note-calls.ts';
import { startShare } from './db/caller-share.ts';
import { docsSiteRoutes } from './docs/docs-site.routes.ts';
import { eventsHandlers } from './events/events.handlers.ts';
import { answerNoRoute } from './http/answer-no-route.ts';
import { authenticate } from './http/authenticate.ts';
import { docsRoutes } from './http/docs.routes.ts';
import { docsUrl } from './http/docs-url.ts';
import { errorResponses, sendError } from './http/error-responses.ts';
import { healthRoutes } from './http/health.routes.ts';
import { jsonBody } from './http/json-body.ts';
import { rateLimit } from './http/rate-limit.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import { requestId } from './http/request-id.ts';
import { requestLog } from './http/request-log.ts';
import { scopeGuard } from './http/scope-guard.ts';
import { shapeRefusal } from './http/shape-refusal.ts';
import { closeUnread } from './http/unread-body.ts';
import { installationLogoRoutes } from './installation/installation-logo.routes.ts';
import { inboxRoutes } from './mail/inbox.routes.ts';
import { platformsHandlers } from './platforms/platforms.handlers.ts';
import { postsHandlers } from './posts/posts.handlers.ts';
import { removalRoutes } from './removal/removal.routes.ts';
import { repostsHandlers } from './reposts/reposts.handlers.ts';
import { signInRoutes } from './sign-in/all-sign-in.routes.ts';
import type { Tracing } from './tracing/tracing.ts';
import { usageHandlers } from './usage/usage.handlers.ts';
import { webhooksHandlers } from './webhooks/webhooks.handlers.ts';

export type AppDeps = Parameters<typeof accountsHandlers>[0] &
  Parameters<typeof postsHandlers>[0] &
  Parameters<typeof repostsHandlers>[0] &
  Parameters<typeof platformsHandlers>[0] &
  Parameters<typeof usageHandlers>[0] &
  Parameters<typeof webhooksHandlers>[0] &
  Parameters<typeof eventsHandlers>[0] &
  Parameters<typeof connectRoutes>[0] &
  Parameters<typeof installationLogoRoutes>[0] &
  Parameters<typeof removalRoutes>[0] &
  Parameters<typeof signInRoutes>[0] &
  Parameters<typeof inboxRoutes>[0] &
  Parameters<typeof healthRoutes>[0] &
  Parameters<typeof docsUrl>[0] &
  Parameters<typeof docsSiteRoutes>[0] &
  Parameters<typeof dashboardRoutes>[0] &
  Parameters<typeof noteCalls>[0] &
  Parameters<typeof authenticate>[0] &
  DashboardApiDeps & {
    readonly trustProxy: number;
    readonly requestLimit: RateLimit;
    readonly rateLimiter: RateLimiter;
    readonly tracing: Tracing | null;
    /** Checks every answer against the contract: in development and tests a wrong answer is a loud 500. */
    readonly checkResponses: boolean;
  };

/** The whole HTTP surface, in the order requests pass it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('trust proxy', deps.trustProxy);

  app.use(requestId(deps), docsUrl(deps), requestLog(deps), closeUnread, startShare);
  if (deps.tracing) app.use(deps.tracing.requests);
  app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity: deps.baseUrl.startsWith('https:') }));
  app.use(
    healthRoutes(deps),
    docsRoutes(deps),
    docsSiteRoutes(deps),
    connectRoutes(deps),
    removalRoutes(deps),
    logoRoutes(deps),
  );
  app.use(installationLogoRoutes(deps));
  app.use(signInRoutes(deps), inboxRoutes(deps), dashboardRoutes(deps));

  app.use(['/api/v1', '/app/api'], (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.use(
    '/api/v1',
    noteCalls(deps),
    authenticate(deps),
    rateLimit(deps.rateLimiter, deps.requestLimit),
    ...jsonBody(),
  );

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
  createExpressEndpoints(contract, handlers, app, {
    logInitialization: false,
    globalMiddleware: [scopeGuard()],
    responseValidation: deps.checkResponses,
    requestValidationErrorHandler: (error, req, res) => sendError(res, shapeRefusal(error, req.tsRestRoute)),
  });

  app.use('/app/api', authenticateDashboard(deps, deps.requestLimit), ...jsonBody());
  addDashboardApi(app, deps);

  app.use(unknownPage(deps), answerNoRoute(), errorResponses(deps));
  return app;
}
