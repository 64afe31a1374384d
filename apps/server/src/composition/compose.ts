import type { Express } from 'express';
import { createApp } from '../api/app.ts';
import { createRefusedKeys } from '../callers/refused-keys.ts';
import { readSession } from '../callers/sessions/read-session.ts';
import type { Config } from '../config/config.ts';
import { DASHBOARD_FOLDER, DOCS_FOLDER, DOCS_SOURCE } from '../config/installed-files.ts';
import { readDatabaseState } from '../db/readiness.ts';
import { answerBroken } from '../http/answer-broken.ts';
import { brandOf } from '../http/brand.ts';
import { startHttpServer } from '../http/http-server.ts';
import { originOf } from '../http/origin-of.ts';
import { audit } from '../jobs/audit.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { removeProfiles } from '../leaving/removals.ts';
import { startMetricsServer } from '../observe/metrics/start-metrics-server.ts';
import { systemClock } from '../process/clock.ts';
import { composeBase } from './compose-base.ts';
import { composeDashboard } from './compose-dashboard.ts';
import { composeEvents } from './compose-events.ts';
import { composeFeatures } from './compose-features.ts';
import { composePublishing } from './compose-publishing.ts';
import { composeRetention } from './compose-retention.ts';
import { composeSignIn } from './compose-sign-in.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import type { ServerOptions } from './server-options.ts';
import { stopServer } from './stop-server.ts';

export type FanfareServer = {
  readonly app: Express;
  readonly baseUrl: string;
  /** Where metrics are served; null when they are not. */
  readonly metricsUrl: string | null;
  /** A new set-up link, which ends the one before; null where somebody has signed in. */
  openSetup(): Promise<string | null>;
  /** Takes no more work, waits for what is in flight, closes everything. */
  stop(): Promise<void>;
};

/** Builds the service from its configuration and listens. The one place, with the other compose files, where parts meet. */
export async function startServer(config: Config, options: ServerOptions): Promise<FanfareServer> {
  const base = await composeBase(config, options);
  const {
    callers: db,
    lists,
    upkeep,
    ids,
    log,
    http,
    clock,
    now,
    networks,
    keyRing,
    bulkheads,
    metrics,
    databaseClock,
    callerCache,
    keyUseWriter,
    rateLimiter,
    settledPosts,
  } = base;
  const webhooks = composeWebhooks(base);
  const events = composeEvents(base, webhooks.wake);
  const publishing = composePublishing(base, events);
  const { host } = config;
  const httpServer = await startHttpServer({ host, port: config.port });
  const baseUrl = config.baseUrl ?? originOf(host, httpServer.port);
  const docsUrl = config.docsUrl ?? `${baseUrl}/docs`;
  const brand = brandOf(config.installation, baseUrl);
  const signIn = composeSignIn(base, { baseUrl, brand, wakeMails: () => jobs.wake('send-mails') });
  const removing = { db: upkeep, log, observe: metrics, forgetPosts: settledPosts.clear };
  const jobs = (options.startJobs ?? startJobs)({
    ...{ databaseUrl: config.databaseUrl, log, observe: metrics, drainMs: base.stopTimeouts.drainMs },
    statementTimeoutMs: options.statementTimeoutMs,
    runs: {
      ...publishing.jobs,
      ...signIn.jobs,
      ...composeRetention(upkeep),
      'remove-profiles': (stopping) => removeProfiles(removing, stopping),
      audit: (stopping) => audit({ databaseUrl: config.databaseUrl, log }, stopping),
      'check-api-versions': async () => base.warnOfEndingVersions(),
    },
  });
  const dashboard = composeDashboard(base, { baseUrl, docsUrl });
  const app = createApp({
    ...{ db, lists, ids, log, http, clock, now, networks, keyRing, baseUrl, brand },
    ...{ callerCache, keyUseWriter, rateLimiter, settledPosts, tracing: base.tracing },
    databaseState: () => readDatabaseState({ db: base.publishing, link: base.databaseLink }),
    version: base.version,
    logo: config.installation.logo,
    ...composeFeatures(base, publishing),
    ...webhooks.features,
    ...signIn.features,
    ...dashboard.features,
    eventStreams: events.eventStreams,
    isStopping: () => publishing.stopping.aborted,
    isRestored: base.restoreGuard.isRestored,
    hasDiskSpace: base.diskSpace.isAvailable,
    clockOffsetMs: databaseClock.reportedOffsetMs,
    wakeRemovals: () => jobs.wake('remove-profiles'),
    observeRemovals: metrics,
    observeRequests: metrics,
    pause: (ms) => systemClock.sleep(ms),
    confirmPage: config.connectConfirmPage,
    trustProxy: config.trustProxy,
    securityContact: config.securityContact,
    hstsIncludeSubdomains: config.hstsIncludeSubdomains,
    refusedKeys: createRefusedKeys({ perMinute: config.limits.refusedKeysPerMinute, monotonicMs: base.monotonicMs }),
    requestLimit: { name: 'requests', perMinute: config.limits.requestsPerMinute },
    checkResponses: config.development,
    development: config.development,
    docsUrl,
    docsFolder: options.docsFolder ?? DOCS_FOLDER,
    docsSource: DOCS_SOURCE,
    dashboardFolder: options.dashboardFolder ?? DASHBOARD_FOLDER,
    hasSession: async (req) => (await readSession({ db, log, baseUrl }, req)) !== null,
  });
  httpServer.handle(app, (broken) => answerBroken({ ids, docsUrl }, broken));
  const metricsServer = await startMetricsServer({ config, metrics, log });

  return {
    app,
    baseUrl,
    metricsUrl: metricsServer?.url ?? null,
    openSetup: signIn.openSetup,
    stop: () =>
      stopServer({
        ...{
          log,
          databaseClock,
          jobs,
          publishing,
          events,
          webhooks,
          callerCache,
          writers: [dashboard.requestLogWriter, keyUseWriter],
          http,
          closeDatabase: base.closeDatabase,
          stopTimeouts: base.stopTimeouts,
        },
        targetsInFlight: () => bulkheads.targetsInFlight,
        httpServers: metricsServer ? [httpServer, metricsServer.httpServer] : [httpServer],
      }),
  };
}
