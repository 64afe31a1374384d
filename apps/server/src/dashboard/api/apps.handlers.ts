import { appContract, type ConnectedApp } from '@fanfare/app-contract';
import { awaitKeyChange } from '../../callers/key-trust.ts';
import type { Database } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { RequestError } from '../../http/request-error.ts';
import { type AppRow, listApps, revokeApp } from '../../oauth/apps.table.ts';
import { domainOf } from '../../oauth/client.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { appHandlers, projectOf } from './access.ts';

/** Apps that members have connected with OAuth. */
export function appsHandlers({ db }: { readonly db: Database }) {
  return appHandlers(appContract.apps, {
    list: async ({ caller }) => {
      const apps = await listApps(db, projectOf(caller).id);
      return { status: 200, body: { apps: apps.map(toApp) } };
    },

    revoke: async ({ params, caller }) => {
      const id = fromPublicId('key', params.appId);
      if (id === null || !(await revokeApp(db, projectOf(caller).id, id))) throw new RequestError(noSuchOf('app'));
      await awaitKeyChange();
      return { status: 200, body: { revoked: true } };
    },
  });
}

const toApp = ({
  id,
  name,
  oauthClient,
  scope,
  createdBy,
  createdAt,
  lastUsedAt,
  expiresAt,
}: AppRow): ConnectedApp => ({
  id: toPublicId('key', id),
  name,
  domain: domainOf(oauthClient),
  scope,
  connectedBy: createdBy,
  connectedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
});
