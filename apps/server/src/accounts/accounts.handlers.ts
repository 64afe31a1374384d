import { contract } from '@fanfare/contract';
import { initServer } from '@ts-rest/express';
import type { ConnectDeps } from '../connect/start-connect.ts';
import { startConnect } from '../connect/start-connect.ts';
import type { DatabasePool } from '../db/database.ts';
import { requireCaller } from '../http/authenticate-key.ts';
import { notImplemented } from '../http/not-implemented.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../ids.ts';
import { findAccount, listAccounts } from './accounts.table.ts';
import { disconnectAccount } from './disconnect-account.ts';
import { toAccount } from './to-account.ts';

type Deps = ConnectDeps & Parameters<typeof disconnectAccount>[0] & { readonly db: DatabasePool };

/** Unknown, malformed and foreign ids get the same bytes. */
const noSuchAccount = () =>
  new RequestError({ code: 'not_found', message: 'There is no such account in this project.' });

export function accountsHandlers(deps: Deps) {
  return initServer().router(contract.accounts, {
    connect: async ({ body, res }) => ({ status: 200, body: await startConnect(deps, requireCaller(res), body) }),

    list: async ({ query, res }) => {
      const rows = await listAccounts(deps.db, requireCaller(res).projectId, {
        ...query,
        includeRevoked: query.includeRevoked ?? false,
      });
      return { status: 200, body: { accounts: rows.map(toAccount) } };
    },

    get: async ({ params, res }) => {
      const id = fromPublicId('acc', params.id);
      const account = id && (await findAccount(deps.db, requireCaller(res).projectId, id));
      if (!account) throw noSuchAccount();
      return { status: 200, body: { account: toAccount(account) } };
    },

    delete: async ({ params, res }) => {
      const id = fromPublicId('acc', params.id);
      if (!id || !(await disconnectAccount(deps, requireCaller(res).projectId, id))) throw noSuchAccount();
      return { status: 200, body: { deleted: true } };
    },

    connectHub: notImplemented('connecting hubs'),
    spaces: notImplemented('listing spaces'),
  });
}
