import { hostname, tmpdir } from 'node:os';
import { type CallLine, createHttp, type Egress, isExempt, removeLeftSpools } from '@fanfare/network';
import type { Config } from '../config/config.ts';
import { readVersion } from '../config/read-version.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { emitVersionEnded } from '../events/ended-versions.table.ts';
import { createPageCounter } from '../media/pages/page-counter.ts';
import { createMetrics, type Metrics } from '../observe/metrics/metrics.ts';
import { openTracing } from '../observe/tracing/open-tracing.ts';
import { isAlive } from '../operator/embedded-postgres/is-alive.ts';
import { ids as systemIds } from '../process/ids.ts';
import { createBulkheads } from '../publishing/bulkheads.ts';
import { openMediaDiskBudget } from '../publishing/media-disk-budget.ts';
import { openNetworks, warnOfEndingVersions } from './open-networks.ts';
import { openStorage } from './open-storage.ts';
import type { ServerOptions } from './server-options.ts';

/** Checks networks and database, and opens what features have in common. Throws ConfigError. */
export async function openBase(config: Config, options: ServerOptions) {
  const { log, monotonicMs = () => performance.now() } = options;
  const ids = { ...(options.ids ?? systemIds), cell: config.cells.label };
  let metrics: Metrics | null = null;
  const networks = openNetworks(config, options, (step) => {
    metrics?.versionStep(step);
    retryTransient(() => emitVersionEnded(pools.upkeep, step)).catch((err: unknown) =>
      log.error({ ...step, err }, 'the event of an ended API version could not be written'),
    );
  });
  const { pools, ...storage } = await openStorage(config, options);
  const { databaseClock } = storage;
  const clock = options.clock ?? databaseClock.clock;
  const now = () => new Date(clock.now());
  const bulkheads = createBulkheads(config.limits);
  await removeLeftSpools(tmpdir(), isAlive);
  const mediaDiskBudget = openMediaDiskBudget(tmpdir(), config.mediaSpoolBytes);
  const version = readVersion();
  metrics = createMetrics({
    ...{ version, now, db: pools.upkeep, poolUse: pools.use },
    targetsInFlight: () => bulkheads.targetsInFlight,
    mediaBytes: mediaDiskBudget.usedBytes,
    clockOffsetMs: databaseClock.offsetMs,
  });
  warnOfEndingVersions(networks, log, clock.now());
  const egress: Egress = {
    allowedHosts: config.egressAllowedHosts,
    trustedOrigins: [...networks.origins, ...config.cells.peers.map(({ url }) => url)],
    ...(options.resolve && { resolve: options.resolve }),
  };
  const tracing = await openTracing();
  const onCall = (call: CallLine): void => {
    log.debug({ call }, 'network call');
    tracing?.call(call);
  };
  return {
    ...storage,
    ...{ pools, log, ids, clock, now, monotonicMs, networks, bulkheads, mediaDiskBudget, egress, tracing, version },
    http: createHttp({ egress, onCall }),
    countPages: createPageCounter({ log }),
    observe: metrics,
    /** Whether the operator allows this host although it is not public https. */
    isHostAllowed: (url: URL) => isExempt(egress, url),
    /** Name of this process on its leases. */
    instance: `${hostname()}:${process.pid}:${ids.uuid()}`,
  };
}
