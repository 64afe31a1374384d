import {
  type Account,
  type ConnectHubBody,
  contract,
  type ListSpacesQuery,
  type ListSpacesResponse,
} from '@fanfare/contract';
import { type Decision, noSuch } from '@fanfare/rules';
import { findAccount, listAccounts } from '../accounts/accounts.table.ts';
import type { ConnectDeps } from '../accounts/connect/start-connect.ts';
import { startConnect } from '../accounts/connect/start-connect.ts';
import { toAccount } from '../accounts/to-account.ts';
import { apiHandlers, type Caller } from '../callers/caller.ts';
import type { DatabasePool } from '../db/database.ts';
import { orRefuse, RequestError } from '../http/request-error.ts';
import { disconnectAccount } from '../leaving/disconnect-account.ts';
import { fromPublicId } from '../process/ids.ts';

type Deps = ConnectDeps &
  Parameters<typeof disconnectAccount>[0] & {
    readonly db: DatabasePool;
    readonly connectHub: (
      caller: Caller,
      body: ConnectHubBody,
    ) => Promise<Decision<{ readonly account: Account; readonly created: boolean }>>;
    readonly listSpaces: (
      caller: Caller,
      accountId: string,
      query: ListSpacesQuery,
    ) => Promise<Decision<{ readonly list: ListSpacesResponse }>>;
  };

export function accountsHandlers(deps: Deps) {
  return apiHandlers(contract.accounts, {
    connect: async ({ body, caller }) => {
      const { authUrl } = orRefuse(await startConnect(deps, caller, body));
      return { status: 200, body: { authUrl } };
    },

    list: async ({ query, caller }) => {
      const rows = await listAccounts(deps.db, caller.projectId, {
        ...query,
        includeRevoked: query.includeRevoked ?? false,
      });
      return { status: 200, body: { accounts: rows.map(toAccount) } };
    },

    get: async ({ params, caller }) => {
      const id = fromPublicId('acc', params.id);
      const account = id && (await findAccount(deps.db, caller.projectId, id));
      if (!account) throw new RequestError(noSuch('account'));
      return { status: 200, body: { account: toAccount(account) } };
    },

    delete: async ({ params, caller }) => {
      const id = fromPublicId('acc', params.id);
      if (!id || !(await disconnectAccount(deps, caller.projectId, id))) throw new RequestError(noSuch('account'));
      return { status: 200, body: { deleted: true } };
    },

    connectHub: async ({ body, caller }) => {
      const { account, created } = orRefuse(await deps.connectHub(caller, body));
      return { status: created ? 201 : 200, body: { account } };
    },

    spaces: async ({ params, query, caller }) => {
      const { list } = orRefuse(await deps.listSpaces(caller, params.id, query));
      return { status: 200, body: list };
    },
  });
}
