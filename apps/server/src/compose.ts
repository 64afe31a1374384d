import { createServer, type Server } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import {
  type Clock,
  createHttp,
  type Egress,
  isExempt,
  type MediaLimits,
  type VersionStep,
  versionsEnding,
} from '@fanfare/network';
import type { Express } from 'express';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { composePublishing, STOP_TIMEOUTS, type StopTimeouts, TIMINGS, type Timings } from './compose-publishing.ts';
import type { Config } from './config.ts';
import { checkCanary } from './credentials/check-canary.ts';
import { createKeyRing } from './credentials/key-ring.ts';
import { openDatabase } from './db/database.ts';
import { type DatabaseClock, openDatabaseClock } from './db/database-clock.ts';
import { createDiskSpace } from './db/disk-space.ts';
import { openRestoreGuard, type RestoreGuard } from './db/restore-guard.ts';
import { retryTransient } from './db/retry-transient.ts';
import { checkRateLimit } from './http/rate-limit.ts';
import { refuseRestored } from './http/refuse-restored.ts';
import { type Ids, ids as systemIds } from './ids.ts';
import { startMinuteTick } from './jobs/minute-tick.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { type AddNetworks, type Networks, networksFromEnvironment } from './networks.ts';
import { readPostMetrics } from './post-metrics/read-post-metrics.ts';
import { createBulkheads } from './posts/bulkheads.ts';
import { type Checkpoint, noCheckpoint } from './posts/checkpoint.ts';
import { createPost } from './posts/create-post.ts';
import { openMediaDiskBudget } from './posts/media-disk-budget.ts';
import { validatePost } from './posts/validate-post.ts';
import { startRemovals } from './removal/removals.ts';
import { createRepost } from './reposts/create-repost.ts';
import { noRepostCheckpoint, type RepostCheckpoint } from './reposts/repost-journal.ts';
import { repostPost } from './reposts/repost-post.ts';
import { createKeyedSemaphore } from './semaphore.ts';

/** Answers of the drained publishes are given this long to get out. */
const ANSWERS_MS = 1_000;
/** How long before a network ends an API version the log says so at every start. */
const VERSION_WARNING_DAYS = 60;
/** How long a network may take to tell the metrics of one target, a renewal of its credential included. */
const METRICS_MS = 10_000;
/** Concurrent reads of metrics per network, so that publishing always finds a connection. */
const CONCURRENT_READS = 16;
/** What then still holds a connection to a network or the database is cut. */
const CLOSE_MS = 3_000;

export type FanfareServer = {
  readonly app: Express;
  readonly baseUrl: string;
  /** Where metrics are served; null when they are not. */
  readonly metricsUrl: string | null;
  /** Stops taking work, lets what is in flight end, closes everything. */
  stop(): Promise<void>;
};

/** What an installation adds to the process's own, and what tests put in their place. */
type ServerOptions = {
  readonly log: Logger;
  readonly addNetworks?: AddNetworks | undefined;
  /** In the place of the database's time: for tests that move it. */
  readonly clock?: Clock;
  /** The process's own, which decides nothing. */
  readonly processClock?: Clock;
  readonly ids?: Ids;
  readonly networks?: Networks;
  readonly resolve?: Egress['resolve'];
  readonly mediaLimits?: Partial<MediaLimits>;
  readonly timings?: Partial<Timings>;
  readonly stopTimeouts?: Partial<StopTimeouts>;
  readonly startMinuteTick?: typeof startMinuteTick;
  readonly checkpoint?: Checkpoint;
  readonly repostCheckpoint?: RepostCheckpoint;
  readonly metricsMs?: number;
};

/** Builds the service from its configuration, gives each feature only what it needs, and listens. The one place where parts meet. */
export async function startServer(config: Config, options: ServerOptions): Promise<FanfareServer> {
  const { log } = options;
  const ids = options.ids ?? systemIds;
  const onVersionStep = (step: VersionStep): void => {
    metrics.versionStep(step);
    log.warn(step, 'a network has ended an API version; the next one is used from now on');
  };
  const networks =
    options.networks ??
    networksFromEnvironment(
      config.environment,
      onVersionStep,
      options.addNetworks?.({ settings: config.settings, onVersionStep }),
    );
  const diskSpace = createDiskSpace({ db: () => db, log });
  const db = openDatabase({
    url: config.databaseUrl,
    maxConnections: config.databasePool,
    onDiskFull: diskSpace.reportFull,
    onError: (err) => log.warn({ err }, 'an idle database connection broke'),
  });
  const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes: ids.secret });
  let restoreGuard: RestoreGuard;
  let databaseClock: DatabaseClock;
  try {
    // The schema was reached before; a database that has no room for a connection right now is waited for.
    await retryTransient(() => checkCanary({ db, keyRing, randomBytes: ids.secret }));
    restoreGuard = await retryTransient(() => openRestoreGuard({ db, log }));
    const processClock = options.processClock ?? systemClock;
    databaseClock = await retryTransient(() => openDatabaseClock({ db, processClock, log }));
  } catch (error) {
    await db.close();
    throw error;
  }

  const clock = options.clock ?? databaseClock.clock;
  const now = () => new Date(clock.now());
  const bulkheads = createBulkheads(config.limits);
  const { offsetMs, reportedOffsetMs } = databaseClock;
  const mediaDiskBudget = await openMediaDiskBudget(tmpdir(), config.mediaSpoolBytes);
  const metrics = createMetrics({
    db,
    now,
    targetsInFlight: () => bulkheads.targetsInFlight,
    mediaBytes: mediaDiskBudget.usedBytes,
    clockOffsetMs: offsetMs,
  });
  for (const ending of versionsEnding(networks.apiVersions ?? [], clock.now(), VERSION_WARNING_DAYS)) {
    log.warn(ending, 'a network ends a configured API version soon');
  }
  const egress: Egress = {
    allowedHosts: config.egressAllowedHosts,
    trustedOrigins: networks.origins,
    ...(options.resolve && { resolve: options.resolve }),
  };
  const http = createHttp({ egress, onCall: (call) => log.debug({ call }, 'network call') });
  const keyMutex = createKeyedSemaphore(1);
  const instance = `${hostname()}:${process.pid}:${ids.uuid()}`;
  const timings = { ...TIMINGS, ...options.timings };
  const publishing = composePublishing({
    config,
    db,
    restoreGuard,
    http,
    egress,
    clock,
    ids,
    log,
    keyRing,
    networks,
    bulkheads,
    metrics,
    instance,
    timings,
    stopTimeouts: { ...STOP_TIMEOUTS, ...options.stopTimeouts },
    checkpoint: options.checkpoint ?? noCheckpoint,
    startMinuteTick: options.startMinuteTick ?? startMinuteTick,
    mediaLimits: options.mediaLimits,
    mediaDiskBudget,
  });
  const removals = startRemovals({ db, log, observe: metrics, lookEveryMs: timings.sweepMs });
  const isHostAllowed = (url: URL) => isExempt(egress, url);
  const publishLimit = { name: 'publishes', perMinute: config.limits.publishesPerMinute } as const;
  const isStopping = () => publishing.stopping.aborted;
  const pause = (ms: number) => systemClock.sleep(ms);
  const { openCredential, stopping } = publishing;
  const asking = { db, log, http, clock, networks, openCredential, now };
  const reading = { ...asking, readMs: options.metricsMs ?? METRICS_MS, reads: createKeyedSemaphore(CONCURRENT_READS) };
  const reposting = {
    ...asking,
    ids,
    bulkheads,
    inAccountLane: bulkheads.inAccountLane,
    leaseSeconds: timings.leaseSeconds,
    checkpoint: options.repostCheckpoint ?? noRepostCheckpoint,
    stopping,
    isStopping,
    pause,
  };

  const server = createServer(HTTP_LIMITS);
  const port = await listen(server, config.port, config.host);
  const baseUrl = config.baseUrl ?? `http://${config.host}:${port}`;
  const app = createApp({
    db,
    ids,
    log,
    http,
    clock,
    networks,
    keyRing,
    baseUrl,
    now,
    isStopping,
    wakeRemovals: removals.wake,
    observeRemovals: metrics,
    pause,
    confirmPage: config.connectConfirmPage,
    trustProxy: config.trustProxy,
    requestLimit: { name: 'requests', perMinute: config.limits.requestsPerMinute },
    checkResponses: config.development,
    isRestored: restoreGuard.isRestored,
    hasDiskSpace: diskSpace.isAvailable,
    clockOffsetMs: reportedOffsetMs,
    createPost: (command) => {
      refuseRestored(restoreGuard);
      return createPost(
        {
          db,
          ids,
          networks,
          isHostAllowed,
          bulkheads,
          keyMutex,
          now,
          instance,
          leaseSeconds: timings.leaseSeconds,
          isStopping,
          publishPost: publishing.publishPost,
          wakeIn: publishing.wakeIn,
        },
        command,
      );
    },
    countPublish: (keyId) => checkRateLimit({ db, log }, publishLimit, keyId),
    validatePost: (command) => validatePost({ db, networks, isHostAllowed, now }, command),
    repostPost: (command) => {
      refuseRestored(restoreGuard);
      return repostPost(reposting, command);
    },
    createRepost: (caller, body) => {
      refuseRestored(restoreGuard);
      return createRepost(reposting, caller, body);
    },
    readPostMetrics: (command) => readPostMetrics(reading, command),
  });
  server.on('request', app);
  // Node would tell every client to go on before anybody has looked at its request; `readBody` does when the body is wanted.
  server.on('checkContinue', app);

  const metricsServer = config.metricsPort === null ? null : createServer(serveMetrics(metrics));
  const metricsPort = metricsServer && (await listen(metricsServer, config.metricsPort ?? 0, config.host));

  return {
    app,
    baseUrl,
    metricsUrl: metricsPort === null ? null : `http://${config.host}:${metricsPort}/metrics`,
    async stop() {
      databaseClock.stop();
      const removing = removals.stop();
      if (!(await publishing.drain())) {
        log.warn({ targets: bulkheads.targetsInFlight }, 'stopping before everything was published');
      }
      // It listened until here: /readyz told that it stops, and a new publish got its error instead of a refused connection.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await Promise.race([closed, afterMs(ANSWERS_MS)]);
      server.closeAllConnections();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      const ended = Promise.all([publishing.stop(), removing]).then(http.close).then(db.close);
      await Promise.race([ended, afterMs(CLOSE_MS)]);
    },
  };
}

/** Bounds on what a client may send and how slowly; publishing itself may take minutes and is not bounded by these. */
const HTTP_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 2_000,
};

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
