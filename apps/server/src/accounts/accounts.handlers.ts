import { contract } from '@fanfare/contract';
import { noSuch } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import { orRefuse, RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../process/ids.ts';
import { findAccount, listAccounts } from './accounts.table.ts';
import { type ConnectDeps, startConnect } from './connect/start-connect.ts';
import { type FindMentionsDeps, findMentions } from './find-mentions.ts';
import { type ConnectHubDeps, connectHubAccount } from './hubs/connect-hub.ts';
import { type ListSpacesDeps, listSpaces } from './hubs/list-spaces.ts';
import { toAccount } from './to-account.ts';

type Deps = ConnectDeps & ConnectHubDeps & ListSpacesDeps & FindMentionsDeps;

/** The routes of accounts, without `delete`. */
export function accountsHandlers(deps: Deps) {
  const { connect, list, get, connectHub, spaces, mentions } = contract.accounts;
  return apiHandlers(
    { connect, list, get, connectHub, spaces, mentions },
    {
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

      connectHub: async ({ body, caller }) => {
        const { account, created } = orRefuse(await connectHubAccount(deps, caller, body));
        return { status: created ? 201 : 200, body: { account } };
      },

      spaces: async ({ params, query, caller }) => {
        const { list } = orRefuse(await listSpaces(deps, caller, params.id, query));
        return { status: 200, body: list };
      },

      mentions: async ({ params, query, caller }) => {
        const { found } = orRefuse(await findMentions(deps, caller, params.id, query.q));
        return { status: 200, body: found };
      },
    },
  );
}
