import { hostname, tmpdir } from 'node:os';
import {
  type CallLine,
  createHttp,
  createPartBuffers,
  type Egress,
  removeLeftSpools,
  type VersionStep,
  versionsEnding,
} from '@fanfare/network';
import { checkCanary } from '../accounts/credentials/check-canary.ts';
import { createKeyRing } from '../accounts/credentials/key-ring.ts';
import type { Config } from '../config/config.ts';
import { type Networks, networksFromEnvironment } from '../config/networks.ts';
import { readVersion } from '../config/read-version.ts';
import { openDatabaseClock } from '../db/database-clock.ts';
import { openDatabasePools } from '../db/database-pools.ts';
import { createDiskSpace } from '../db/disk-space.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { emitVersionEnded } from '../events/ended-versions.table.ts';
import { createMetrics, type Metrics } from '../observe/metrics/metrics.ts';
import { openTracing } from '../observe/tracing/open-tracing.ts';
import { isAlive } from '../operator/embedded-postgres/is-alive.ts';
import { systemClock } from '../process/clock.ts';
import { ids as systemIds } from '../process/ids.ts';
import { createBulkheads } from '../publishing/bulkheads.ts';
import { openMediaDiskBudget } from '../publishing/media-disk-budget.ts';
import { openRestoreGuard } from '../publishing/restore-guard.ts';
import { composeCallers } from './compose-callers.ts';
import { type ServerOptions, STOP_TIMEOUTS, TIMINGS } from './server-options.ts';

/** How long before a network ends an API version the log warns of it, at every start and once a day. */
const VERSION_WARNING_DAYS = 60;

/** What features share. */
export type Base = Awaited<ReturnType<typeof composeBase>>;

/** Checks the networks and the database, and opens what features share. Throws ConfigError for what an operator can fix. */
export async function composeBase(config: Config, options: ServerOptions) {
  const { log, ids = systemIds } = options;
  let metrics: Metrics | null = null;
  const networks = composeNetworks(config, options, (step) => {
    metrics?.versionStep(step);
    retryTransient(() => emitVersionEnded(upkeep, step)).catch((err: unknown) =>
      log.error({ ...step, err }, 'the event of an ended API version could not be written'),
    );
  });
  const storage = await openStorage(config, options);
  const { callers, upkeep, databaseClock } = storage;
  const { monotonicMs = () => performance.now() } = options;
  const clock = options.clock ?? databaseClock.clock;
  const now = () => new Date(clock.now());
  const bulkheads = createBulkheads(config.limits);
  await removeLeftSpools(tmpdir(), isAlive);
  const mediaDiskBudget = openMediaDiskBudget(tmpdir(), config.mediaSpoolBytes);
  const mediaParts = createPartBuffers();
  const version = readVersion();
  metrics = createMetrics({
    version,
    db: upkeep,
    now,
    targetsInFlight: () => bulkheads.targetsInFlight,
    mediaBytes: mediaDiskBudget.usedBytes,
    clockOffsetMs: databaseClock.offsetMs,
    poolUse: storage.poolUse,
  });
  const warnOfEndingVersions = (): void => {
    for (const ending of versionsEnding(networks.apiVersions ?? [], clock.now(), VERSION_WARNING_DAYS))
      log.warn(ending, 'a network ends a configured API version soon');
  };
  warnOfEndingVersions();
  const egress: Egress = {
    allowedHosts: config.egressAllowedHosts,
    trustedOrigins: networks.origins,
    ...(options.resolve && { resolve: options.resolve }),
  };
  const tracing = await openTracing();
  const onCall = (call: CallLine): void => {
    log.debug({ call }, 'network call');
    tracing?.call(call);
  };
  const http = createHttp({ egress, onCall });
  const instance = `${hostname()}:${process.pid}:${ids.uuid()}`;
  const timings = { ...TIMINGS, ...options.timings };
  const stopTimeouts = { ...STOP_TIMEOUTS, ...options.stopTimeouts };
  return {
    ...{
      version,
      config,
      options,
      log,
      ids,
      networks,
      ...storage,
      clock,
      now,
      monotonicMs,
      bulkheads,
      mediaDiskBudget,
      mediaParts,
    },
    ...{ metrics, tracing, egress, http, instance, timings, stopTimeouts, warnOfEndingVersions },
    ...composeCallers({ callers, upkeep, log, monotonicMs, restoreGuard: storage.restoreGuard }),
  };
}

function composeNetworks(
  config: Config,
  { log, networks, addNetworks, addHubDrivers }: ServerOptions,
  onStep: (step: VersionStep) => void,
): Networks {
  if (networks) return networks;
  const onVersionStep = (step: VersionStep): void => {
    onStep(step);
    if (step.to === null) log.error(step, 'a network has ended an API version, and no other is configured');
    else log.warn(step, 'a network has ended an API version; the next one is used from now on');
  };
  const { settings } = config;
  return networksFromEnvironment(config.environment, onVersionStep, {
    networks: addNetworks?.({ settings, onVersionStep }) ?? [],
    hubDrivers: addHubDrivers?.({ settings }) ?? [],
  });
}

/** Opens the database and refuses one that these keys or this copy of the data do not fit. */
async function openStorage(config: Config, options: ServerOptions) {
  const { log, ids = systemIds, processClock = systemClock } = options;
  const diskSpace = createDiskSpace({ db: () => pools.upkeep, log });
  const pools = openDatabasePools({
    url: config.databaseUrl,
    shares: config.databaseShares,
    statementTimeoutMs: options.statementTimeoutMs,
    onDiskFull: diskSpace.reportFull,
    onError: (err) => log.warn({ err }, 'an idle database connection broke'),
  });
  const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes: ids.secret });
  const { publishing: db, upkeep, callers, lists, close } = pools;
  try {
    // The migration has reached the database already, so that an error here may be transient.
    await retryTransient(() => checkCanary({ db, keyRing, randomBytes: ids.secret }));
    const restoreGuard = await retryTransient(() => openRestoreGuard({ db, log }));
    const databaseClock = await retryTransient(() => openDatabaseClock({ db, processClock, log }));
    return {
      publishing: db,
      upkeep,
      callers,
      lists,
      closeDatabase: close,
      poolUse: pools.use,
      databaseLink: pools.link,
      diskSpace,
      keyRing,
      restoreGuard,
      databaseClock,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
