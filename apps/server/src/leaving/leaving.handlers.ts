import { contract } from '@fanfare/contract';
import { noSuch } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../process/ids.ts';
import { type DisconnectDeps, disconnectAccount } from './disconnect-account.ts';

export function leavingHandlers(deps: DisconnectDeps) {
  const { delete: disconnect } = contract.accounts;
  return apiHandlers(
    { delete: disconnect },
    {
      delete: async ({ params, caller }) => {
        const id = fromPublicId('acc', params.id);
        if (!id || !(await disconnectAccount(deps, caller.projectId, id))) throw new RequestError(noSuch('account'));
        return { status: 200, body: { deleted: true } };
      },
    },
  );
}
