import { createServer, type Server } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { type Clock, createHttp, createMediaSource, type Egress, isExempt, type MediaLimits } from '@fanfare/network';
import type { Express, Response } from 'express';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { checkCanary } from './credentials/check-canary.ts';
import { createKeyRing } from './credentials/key-ring.ts';
import { createOpenCredential } from './credentials/open-credential.ts';
import { openDatabase } from './db/database.ts';
import { enforceRateLimit } from './http/rate-limit.ts';
import { type Ids, ids as systemIds } from './ids.ts';
import type { Logger } from './log.ts';
import { type Networks, networksFromEnvironment } from './networks.ts';
import { createBulkheads } from './posts/bulkheads.ts';
import { createPost } from './posts/create-post.ts';
import { createKeyTurns } from './posts/key-turns.ts';
import { publishPost } from './posts/publish-post.ts';
import { publishTarget, type TargetRun } from './posts/publish-target.ts';
import { renewLeases } from './posts/targets.table.ts';
import { validatePost } from './posts/validate-post.ts';

const LEASE_SECONDS = 60;
const HEARTBEAT_MS = 15_000;
/** A stop waits this long for what is being published; what is not done then is taken up from its journal. */
const DRAIN_MS = 40_000;

export type FanfareServer = {
  readonly app: Express;
  readonly baseUrl: string;
  /** Stops taking work, lets what is in flight end, closes everything. */
  stop(): Promise<void>;
};

/** What tests put in the place of the process's own. */
type Surroundings = {
  readonly log: Logger;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly networks?: Networks;
  readonly resolve?: Egress['resolve'];
  readonly mediaLimits?: Partial<MediaLimits>;
};

/** Builds the service from its configuration, gives each feature only what it needs, and listens. The one place where parts meet. */
export async function startServer(config: Config, around: Surroundings): Promise<FanfareServer> {
  const { log } = around;
  const clock = around.clock ?? systemClock;
  const ids = around.ids ?? systemIds;
  const db = openDatabase({
    url: config.databaseUrl,
    maxConnections: config.databasePool,
    onError: (err) => log.warn({ err }, 'an idle database connection broke'),
  });
  const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes: ids.secret });
  try {
    await checkCanary({ db, keyRing, randomBytes: ids.secret });
  } catch (error) {
    await db.close();
    throw error;
  }

  const networks = around.networks ?? networksFromEnvironment(config.environment);
  const egress: Egress = {
    allowedHosts: config.egressAllowedHosts,
    trustedOrigins: networks.origins,
    ...(around.resolve && { resolve: around.resolve }),
  };
  const http = createHttp({ egress, onCall: (call) => log.debug({ call }, 'network call') });
  const bulkheads = createBulkheads(config.limits);
  const keyTurns = createKeyTurns();
  const instance = `${hostname()}:${process.pid}:${ids.uuid()}`;
  const now = () => new Date(clock.now());
  const openCredential = createOpenCredential({ db, networks, http, clock, log, keyRing, randomBytes: ids.secret });
  const executor = {
    db,
    clock,
    ids,
    log,
    leaseSeconds: LEASE_SECONDS,
    networks,
    http,
    openCredential,
    inAccountLane: bulkheads.inAccountLane,
  };
  const publisher = {
    log,
    publishTarget: (run: TargetRun) => publishTarget(executor, run),
    // Always the process's own clock: how slowly another machine sends is measured in real time.
    openMediaSource: () =>
      createMediaSource({
        egress,
        tempDir: tmpdir(),
        clock: systemClock,
        ...(around.mediaLimits && { limits: around.mediaLimits }),
      }),
  };
  const isHostAllowed = (url: URL) => isExempt(egress, url);
  const publishLimit = { name: 'publishes', perMinute: config.limits.publishesPerMinute } as const;
  let stopping = false;
  const isStopping = () => stopping;

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
    pause: (ms) => systemClock.sleep(ms),
    confirmPage: config.connectConfirmPage,
    trustProxy: config.trustProxy,
    requestLimit: { name: 'requests', perMinute: config.limits.requestsPerMinute },
    checkResponses: config.development,
    createPost: (command, res: Response) =>
      createPost(
        {
          db,
          ids,
          networks,
          isHostAllowed,
          bulkheads,
          keyTurns,
          now,
          instance,
          leaseSeconds: LEASE_SECONDS,
          isStopping,
          publishPost: (claimed) => publishPost(publisher, claimed),
          countPublish: () => enforceRateLimit({ db, log }, publishLimit, command.caller.keyId, res),
        },
        command,
      ),
    validatePost: (command) => validatePost({ db, networks, isHostAllowed, now }, command),
  });
  server.on('request', app);

  const heartbeat = setInterval(() => {
    if (bulkheads.targetsInFlight === 0) return;
    renewLeases(db, instance, LEASE_SECONDS).catch((err: unknown) => log.warn({ err }, 'leases could not be renewed'));
  }, HEARTBEAT_MS);

  return {
    app,
    baseUrl,
    async stop() {
      stopping = true;
      clearInterval(heartbeat);
      const renewing = setInterval(
        () => void renewLeases(db, instance, LEASE_SECONDS).catch(() => undefined),
        HEARTBEAT_MS,
      );
      const drained = await Promise.race([bulkheads.idle().then(() => true), afterMs(DRAIN_MS).then(() => false)]);
      clearInterval(renewing);
      if (!drained) log.warn({ targets: bulkheads.targetsInFlight }, 'stopping before everything was published');
      // It listened until here: /readyz told that it stops, and a new publish got its error instead of a refused connection.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Answers of the drained publishes are still on their way.
      await Promise.race([closed, afterMs(1_000)]);
      server.closeAllConnections();
      await http.close();
      await db.close();
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
