import type { Express } from 'express';
import { accountsFeature } from '../accounts/accounts-feature.ts';
import { createApp } from '../api/app.ts';
import { docsSiteRoutes } from '../api/docs/docs-site.routes.ts';
import { docsRoutes } from '../api/docs.routes.ts';
import { healthRoutes } from '../api/health.routes.ts';
import { mcpFeature } from '../api/mcp/mcp-feature.ts';
import { publicApi } from '../api/public-api.ts';
import { securityTxtRoutes } from '../api/security-txt.routes.ts';
import { callersFeature } from '../callers/callers-feature.ts';
import { cellsFeature } from '../cells/cells-feature.ts';
import type { Config } from '../config/config.ts';
import { DASHBOARD_FOLDER, DOCS_FOLDER, DOCS_SOURCE } from '../config/installed-files.ts';
import { uploadOriginOf } from '../config/s3-settings.ts';
import { dashboardFeature } from '../dashboard/dashboard-feature.ts';
import { readDatabaseState } from '../db/readiness.ts';
import { eventsFeature } from '../events/events-feature.ts';
import { webhooksFeature } from '../events/webhooks/webhooks-feature.ts';
import { answerBroken } from '../http/answer-broken.ts';
import { brandOf, dashboardStyle } from '../http/brand.ts';
import { startHttpServer } from '../http/http-server.ts';
import { installationLogoRoutes, installationLogoUrl } from '../http/installation-logo.routes.ts';
import { originOf } from '../http/origin-of.ts';
import type { JobName } from '../jobs/job-list.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { startSweeper } from '../jobs/sweeper.ts';
import { leavingFeature } from '../leaving/leaving-feature.ts';
import { mediaFeature } from '../media/media-feature.ts';
import { oauthFeature } from '../oauth/oauth-feature.ts';
import { startMetricsServer } from '../observe/metrics/start-metrics-server.ts';
import { peopleFeature } from '../people/people-feature.ts';
import { draftsFeature } from '../posts/drafts/drafts-feature.ts';
import { postsFeature } from '../posts/posts-feature.ts';
import { repostsFeature } from '../posts/reposts/reposts-feature.ts';
import { unpublishFeature } from '../posts/unpublish/unpublish-feature.ts';
import { publishingFeature } from '../publishing/publishing-feature.ts';
import { usageFeature } from '../usage/usage-feature.ts';
import { foldHandlers, foldJobs } from './fold-features.ts';
import { openBase } from './open-base.ts';
import { warnOfEndingVersions } from './open-networks.ts';
import { type ServerOptions, STOP_TIMEOUTS, TIMINGS } from './server-options.ts';
import { stopServer } from './stop-server.ts';

export type FanfareServer = {
  readonly app: Express;
  readonly baseUrl: string;
  /** Address of the metrics; null when they are off. */
  readonly metricsUrl: string | null;
  /** Creates a set-up link and ends the one before; null once somebody has signed in. */
  openSetup(): Promise<string | null>;
  /** Takes no more work, waits for work in flight, closes everything. */
  stop(): Promise<void>;
};

/** Builds the service from its configuration and listens. All features meet only here. */
export async function startServer(config: Config, options: ServerOptions): Promise<FanfareServer> {
  const base = await openBase(config, options);
  const { log, observe, networks, restoreGuard, tracing, pools, history } = base;
  const { callers: db, upkeep, lists, publishing: publishingPool } = pools;
  const { development, installation, limits } = config;
  const { leaseSeconds, heartbeatMs, sweepMs } = { ...TIMINGS, ...options.timings };
  const stopTimeouts = { ...STOP_TIMEOUTS, ...options.stopTimeouts };
  const lateLimitSeconds = config.publishLateHours * 3_600;

  const httpServer = await startHttpServer({ host: config.host, port: config.port });
  const baseUrl = config.baseUrl ?? originOf(config.host, httpServer.port);
  const docsUrl = config.docsUrl ?? `${baseUrl}/docs`;
  const site = { baseUrl, development, brand: brandOf(installation, baseUrl), checkResponses: development };
  const wakeJob = (job: JobName) => () => jobs.wake(job);

  const { waitingPerProject } = config.databaseShares;
  const callers = callersFeature({
    ...{ ...base, ...site, ...limits, db, upkeep, waitingPerProject },
    publishing: publishingPool,
  });
  const { rateLimiter, readJson } = callers;
  const { smtp, mailFrom, signUp, signUpPlan } = config;
  const people = peopleFeature({
    ...{ ...base, ...site, db, upkeep, rateLimiter, smtp, mailFrom, signUp, signUpPlan },
    wakeMailJob: wakeJob('send-mails'),
  });
  const { invite, countInvitation, wakeMails } = people;
  const accounts = accountsFeature({
    ...{ ...base, ...site, db, upkeep, publishing: publishingPool },
    confirmPage: config.connectConfirmPage,
  });
  const { openCredential } = accounts;
  const webhooks = webhooksFeature({
    ...{ ...base, ...site, db, lists, upkeep, rateLimiter, wakeMails },
    times: options.webhookTimes,
  });
  const events = eventsFeature({
    ...{ ...base, db, lists, upkeep, epoch: restoreGuard.epoch },
    wakeDeliveries: webhooks.wake,
    heartbeatMs: options.eventHeartbeatMs,
  });
  const media = mediaFeature({
    ...{ ...base, db, upkeep, publishing: publishingPool, baseUrl, mediaUrl: config.mediaUrl },
    ...{ wakeEvents: events.wake, uploadIdleMs: options.uploadIdleMs },
    sendsCopies: config.mediaRehost,
    missesPerMinute: limits.refusedKeysPerMinute,
  });
  const { findHosted, openHosted, hostCopy, toSentDraft } = media;
  const publishing = publishingFeature({
    ...{ ...base, db: publishingPool, openCredential, leaseSeconds, heartbeatMs, lateLimitSeconds },
    ...{ openHosted, hostCopy, toSentDraft, checkpoint: options.checkpoint, mediaLimits: options.mediaLimits },
    trace: tracing?.publish ?? null,
    wakeEvents: events.wake,
    handedOverMs: stopTimeouts.handedOverMs,
  });
  const { stopping, publishPost, wakeIn, findWork } = publishing;
  const sweeper = startSweeper({
    ...{ log, observe, restoreGuard, sweepMs, leaseSeconds, lateLimitSeconds, db: publishingPool, findWork },
    onSwept: options.onSwept,
  });
  const posts = postsFeature({
    ...{ ...base, ...limits, db, lists, publishing: publishingPool, rateLimiter, openCredential, leaseSeconds },
    ...{ findHosted, stopping, publishPost, wakeIn, keyWaitMs: options.keyWaitMs, metricsMs: options.metricsMs },
    waitingPerProject,
  });
  const drafts = draftsFeature({ ...base, db, upkeep, baseUrl, findHosted });
  const reposts = repostsFeature({
    ...{ ...base, db: publishingPool, openCredential, leaseSeconds, stopping },
    checkpoint: options.repostCheckpoint,
  });
  const unpublish = unpublishFeature({
    ...{ ...base, db: publishingPool, openCredential, leaseSeconds, stopping, forgetPosts: posts.forgetPosts },
    checkpoint: options.unpublishCheckpoint,
  });
  const usage = usageFeature({ ...base, db, databaseUrl: config.databaseUrl });
  const leaving = leavingFeature({
    ...{ ...base, ...site, db, upkeep, cells: config.cells, forgetPosts: posts.forgetPosts },
    wakeRemovals() {
      jobs.wake('remove-profiles');
      jobs.wake('pass-removals');
    },
  });
  const dashboard = dashboardFeature({
    ...{ ...base, ...site, ...limits, db, upkeep, rateLimiter, readJson, invite, countInvitation, signUpPlan },
    installation: {
      ...{ name: installation.name, colour: installation.colour?.hex ?? null, docsUrl, version: base.version },
      logoUrl: installationLogoUrl(baseUrl, installation),
      ...{ signUp: signUp.kind, sendsMail: smtp !== null },
    },
    dashboardStyle: dashboardStyle(installation),
    dashboardFolder: options.dashboardFolder ?? DASHBOARD_FOLDER,
    uploadOrigin: uploadOriginOf(config.mediaS3),
  });
  const oauth = oauthFeature({
    ...{ ...base, ...site, db, upkeep, docsUrl, cells: config.cells },
    refusedKeysPerMinute: limits.refusedKeysPerMinute,
  });
  const mcp = mcpFeature({
    ...{ ...callers, log, baseUrl, docsUrl, version: base.version, now: base.now },
    authorizationServers: oauth.authorizationServers,
    apiUrl: originOf(config.host, httpServer.port),
  });
  const cells = cellsFeature({ ...site, db, cells: config.cells });
  const versions = {
    jobs: { 'check-api-versions': async () => warnOfEndingVersions(networks, log, base.clock.now()) },
  };
  /** Order in which features stop. */
  const features = [
    publishing,
    webhooks,
    events,
    posts,
    drafts,
    media,
    reposts,
    unpublish,
    usage,
    accounts,
    people,
    leaving,
    oauth,
    cells,
    versions,
    dashboard,
    mcp,
    callers,
  ] as const;

  const jobs = (options.startJobs ?? startJobs)({
    ...{ databaseUrl: config.databaseUrl, log, observe, drainMs: stopTimeouts.drainMs },
    ...{ statementTimeoutMs: options.statementTimeoutMs, history, link: pools.link },
    runs: foldJobs(features),
  });
  const app = createApp({
    ...{ log, observe, baseUrl, docsUrl, trustProxy: config.trustProxy },
    hstsIncludeSubdomains: config.hstsIncludeSubdomains,
    traceRequests: tracing?.requests ?? null,
    routes: [
      publicApi({
        ...{ ...callers, ...site, networks, noteCalls: dashboard.noteCalls, handlers: foldHandlers(features) },
        errorHandlers: cells.lateRequests,
      }),
      ...cells.movedLinks,
      ...features.flatMap((feature) => ('routes' in feature ? feature.routes : [])),
      healthRoutes({
        version: base.version,
        databaseState: () => readDatabaseState({ db: publishingPool, link: pools.link }),
        isStopping: () => stopping.aborted,
        isRestored: restoreGuard.isRestored,
        hasDiskSpace: base.diskSpace.isAvailable,
        clockOffsetMs: base.databaseClock.reportedOffsetMs,
      }),
      securityTxtRoutes({ baseUrl, now: base.now, securityContact: config.securityContact }),
      docsRoutes({ networks, baseUrl }),
      docsSiteRoutes({ baseUrl, docsFolder: options.docsFolder ?? DOCS_FOLDER, docsSource: DOCS_SOURCE }),
      installationLogoRoutes(installation),
    ],
    unknownPage: dashboard.unknownPage,
  });
  httpServer.handle(app, (broken) => answerBroken({ docsUrl }, broken));
  const metricsServer = await startMetricsServer({ config, metrics: observe, log });

  return {
    app,
    baseUrl,
    metricsUrl: metricsServer?.url ?? null,
    openSetup: people.openSetup,
    stop: () =>
      stopServer({
        ...{ log, features, jobs, sweeper, stopTimeouts, http: base.http, pools, databaseClock: base.databaseClock },
        targetsInFlight: () => base.bulkheads.targetsInFlight,
        leaveHistory: () => history.leave(upkeep),
        httpServers: metricsServer ? [httpServer, metricsServer.httpServer] : [httpServer],
      }),
  };
}
