import type { Clock, Http } from '@fanfare/network';
import type { Networks } from '../config/networks.ts';
import type { CallersPool, PublishingPool, UpkeepPool } from '../db/database.ts';
import type { Brand } from '../http/html-page.ts';
import type { Ids } from '../process/ids.ts';
import type { KeyRing } from '../process/key-ring.ts';
import type { Logger } from '../process/log/log.ts';
import { accountsHandlers } from './accounts.handlers.ts';
import { connectRoutes } from './connect/connect.routes.ts';
import { purgeConnectAttempts } from './connect/connect-attempts.table.ts';
import { createOpenCredential } from './credentials/open-credential.ts';
import { findCredentialsIn } from './credentials/read-credential.ts';
import { renewDueCredentials } from './credentials/refresh-job.ts';
import { createRenewCredential, type RenewCredentialDeps } from './credentials/renew-credential.ts';
import { platformsHandlers } from './platforms.handlers.ts';

export type AccountsDeps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  /** Connections for credentials, which publishes wait for. */
  readonly publishing: PublishingPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly http: Http;
  readonly clock: Clock;
  readonly networks: Networks;
  readonly keyRing: KeyRing;
  readonly observe: RenewCredentialDeps['observe'];
  readonly isHostAllowed: (url: URL) => boolean;
  readonly baseUrl: string;
  readonly brand: Brand;
  /** Whether a connect link first shows our own page. */
  readonly confirmPage: boolean;
};

/** Accounts, their connect flows, and their credentials. */
export function accountsFeature({ db, upkeep, publishing, ...deps }: AccountsDeps) {
  const reading = { ...deps, db: publishing, findCredential: findCredentialsIn(publishing) };
  const renewCredential = createRenewCredential({ ...reading, randomBytes: deps.ids.secret });
  const openCredential = createOpenCredential({ ...reading, renewCredential });
  return {
    handlers: {
      accounts: accountsHandlers({ ...deps, db, openCredential }),
      platforms: platformsHandlers(deps),
    },
    routes: [connectRoutes({ ...deps, db })],
    jobs: {
      'renew-credentials': (stopping: AbortSignal) => renewDueCredentials({ ...reading, renewCredential }, stopping),
      'delete-connect-attempts': () => purgeConnectAttempts(upkeep),
    },
    openCredential,
  };
}
