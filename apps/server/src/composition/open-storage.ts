import { checkCanary } from '../accounts/credentials/check-canary.ts';
import { checkCell } from '../cells/check-cell.ts';
import type { Config } from '../config/config.ts';
import { openCommitLog } from '../db/commit-log.ts';
import { type DatabaseClock, openDatabaseClock } from '../db/database-clock.ts';
import { hostsOf } from '../db/database-hosts.ts';
import { createDatabaseLink } from '../db/database-link.ts';
import { type DatabasePools, openDatabasePools } from '../db/database-pools.ts';
import { createDiskSpace, type DiskSpace } from '../db/disk-space.ts';
import { createReconnect } from '../db/reconnect.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { openMediaStore } from '../media/open-media-store.ts';
import type { MediaStore } from '../media/stores/media-store.ts';
import { systemClock } from '../process/clock.ts';
import { ids as systemIds } from '../process/ids.ts';
import { createKeyRing, type KeyRing } from '../process/key-ring.ts';
import { createHistoryCheck, type HistoryCheck } from '../publishing/history-check.ts';
import { openRestoreGuard, type RestoreGuard } from '../publishing/restore-guard.ts';
import type { ServerOptions } from './server-options.ts';

export type Storage = {
  readonly pools: DatabasePools;
  readonly diskSpace: DiskSpace;
  readonly keyRing: KeyRing;
  /** Secret of the installation, the same on every server. */
  readonly secret: Buffer;
  readonly history: HistoryCheck;
  readonly restoreGuard: RestoreGuard;
  /** Bytes of hosted files; null when the installation hosts none. */
  readonly mediaStore: MediaStore | null;
  readonly databaseClock: DatabaseClock;
};

/** Opens the database. Refuses one that these keys or this copy of the data do not fit. */
export async function openStorage(config: Config, options: ServerOptions): Promise<Storage> {
  const { log, ids = systemIds, processClock = systemClock } = options;
  const diskSpace = createDiskSpace({ db: () => pools.upkeep, log });
  const link = createDatabaseLink();
  const commits = openCommitLog({ folder: config.stateFolder, newServer: ids.uuid, log });
  const history = createHistoryCheck({
    ...{ commits, link, log, clock: systemClock, waitMs: options.historyWaitMs },
    hasOtherHosts: hostsOf(config.databaseUrl).count > 1,
  });
  const reconnect = createReconnect(() => pools.publishing);
  const opened = openDatabasePools({
    url: config.databaseUrl,
    shares: config.databaseShares,
    statementTimeoutMs: options.statementTimeoutMs,
    ...{ link, history },
    onDiskFull: diskSpace.reportFull,
    onError(err) {
      log.warn({ err }, 'an idle database connection broke');
      reconnect.start();
    },
    onBroken: reconnect.start,
  });
  const pools: DatabasePools = {
    ...opened,
    async close() {
      reconnect.stop();
      await opened.close();
    },
  };
  const keyRing = createKeyRing({ keys: config.encryptionKeys, randomBytes: ids.secret });
  const { publishing: db } = pools;
  try {
    // The migration reached the database, so an error here may be transient.
    const secret = await retryTransient(() => checkCanary({ db, keyRing, randomBytes: ids.secret }));
    await retryTransient(() => checkCell({ db }, config.cells.label));
    const restoreGuard = await retryTransient(() => openRestoreGuard({ db, log, history }));
    const mediaPlace = { folder: config.mediaFolder, s3: config.mediaS3 };
    const warn = (message: string) => log.error({}, `${message} Hosted files are missing until it answers`);
    const mediaStore = await retryTransient(() => openMediaStore({ db, ids, warn }, mediaPlace));
    const databaseClock = await retryTransient(() => openDatabaseClock({ db, processClock, log }));
    return { pools, diskSpace, keyRing, secret, history, restoreGuard, mediaStore, databaseClock };
  } catch (error) {
    await pools.close();
    throw error;
  }
}
