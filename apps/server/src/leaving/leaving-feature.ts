import type { Clock, Http } from '@fanfare/network';
import type { Cells } from '../config/cell-settings.ts';
import type { Networks } from '../config/networks.ts';
import type { CallersPool, UpkeepPool } from '../db/database.ts';
import type { Brand } from '../http/html-page.ts';
import type { Ids } from '../process/ids.ts';
import type { KeyRing } from '../process/key-ring.ts';
import type { Logger } from '../process/log/log.ts';
import { leavingHandlers } from './leaving.handlers.ts';
import { passRemovals } from './pass-removals.ts';
import { peerRemovalsRoutes } from './peer-removals.routes.ts';
import { type RemovalRoutesDeps, removalRoutes } from './removal.routes.ts';
import { purgeRemovals } from './removal-requests.table.ts';
import { type RemovalsDeps, removeProfiles } from './removals.ts';

export type LeavingDeps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly http: Http;
  readonly clock: Clock;
  readonly now: () => Date;
  readonly networks: Networks;
  readonly keyRing: KeyRing;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly cells: Cells;
  readonly observe: RemovalsDeps['observe'] & RemovalRoutesDeps['observe'];
  /** Runs when targets may have been deleted. */
  readonly forgetPosts: () => void;
  readonly wakeRemovals: () => void;
};

/** Disconnected accounts, and people who want their data deleted. */
export function leavingFeature({ db, upkeep, ...deps }: LeavingDeps) {
  return {
    handlers: { accounts: leavingHandlers({ ...deps, db }) },
    routes: [removalRoutes({ ...deps, db }), peerRemovalsRoutes({ ...deps, db })],
    jobs: {
      'remove-profiles': (stopping: AbortSignal) => removeProfiles({ ...deps, db: upkeep }, stopping),
      'pass-removals': (stopping: AbortSignal) => passRemovals({ ...deps, db: upkeep }, stopping),
      'delete-removal-requests': () => purgeRemovals(upkeep),
    },
  };
}
