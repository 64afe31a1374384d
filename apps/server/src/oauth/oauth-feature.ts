import type { Http } from '@fanfare/network';
import type { Cells } from '../config/cell-settings.ts';
import type { CallersPool, UpkeepPool } from '../db/database.ts';
import { createClientLimit } from '../http/client-limit.ts';
import type { Brand } from '../http/html-page.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { purgeApps } from './apps.table.ts';
import { authorizeRoutes } from './authorize.routes.ts';
import { createClientDocuments } from './client-documents.ts';
import { purgeClients } from './clients.table.ts';
import { purgeCodes } from './codes.table.ts';
import { metadataRoutes } from './metadata.routes.ts';
import { refuseInCells } from './refuse-in-cells.routes.ts';
import { registerRoutes } from './register.routes.ts';
import { tokenRoutes } from './token.routes.ts';
import { purgeTokens } from './tokens.table.ts';

export type OAuthDeps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly http: Http;
  readonly isHostAllowed: (url: URL) => boolean;
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly brand: Brand;
  readonly cells: Cells;
  /** Limit of refused requests per client address. */
  readonly refusedKeysPerMinute: number;
};

/** Access of programs that a person connects (docs/oauth.md). */
export function oauthFeature(deps: OAuthDeps) {
  const { upkeep, baseUrl, monotonicMs, refusedKeysPerMinute: perMinute } = deps;
  const refusals = createClientLimit({ perMinute, monotonicMs, messageOf: tooManyOf });
  // A router cannot find the cell of a token request: its body holds the code.
  const isOffered = deps.cells.label === null;
  return {
    /** Issuers of tokens for this service, for the metadata of its resources (RFC 9728). */
    authorizationServers: isOffered ? [baseUrl] : [],
    routes: isOffered
      ? [
          metadataRoutes(deps),
          authorizeRoutes({ ...deps, documents: createClientDocuments(deps) }),
          tokenRoutes({ ...deps, refusals }),
          registerRoutes(deps),
        ]
      : [refuseInCells(deps)],
    jobs: {
      'delete-oauth': async () => {
        await purgeTokens(upkeep);
        await purgeCodes(upkeep);
        await purgeClients(upkeep);
        await purgeApps(upkeep);
      },
    },
  };
}

const tooManyOf = (perMinute: number, seconds: string): string =>
  `More than ${perMinute} refused requests a minute came from this address. Try again in ${seconds} s.`;
