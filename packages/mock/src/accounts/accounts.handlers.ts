import { nextAccountStatus, noSuch } from '@fanfare/rules';
import type { Handlers } from '../http/handlers.ts';
import { hubKind } from '../hubs/hub-kinds.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project, StoredAccount } from '../world.ts';
import { writeAccountStatus } from './account-events.ts';
import { findMentions } from './find-mentions.ts';
import { toAccount } from './to-account.ts';

type AccountRoutes =
  | 'accounts.connect'
  | 'accounts.connectHub'
  | 'accounts.list'
  | 'accounts.get'
  | 'accounts.delete'
  | 'accounts.spaces'
  | 'accounts.mentions';

export function accountsHandlers(state: MockState): Pick<Handlers, AccountRoutes> {
  return {
    'accounts.connect': async ({ caller, body }) => {
      const { startConnect } = await import('../connect/start-connect.ts');
      return { status: 200, body: startConnect(state, caller.project, body) };
    },

    'accounts.list': ({ caller, query }) => {
      const accounts = [...state.world.accounts.values()].filter(
        (account) =>
          account.projectId === caller.project.id &&
          (query.profileId === undefined || account.profileId === query.profileId) &&
          (query.platform === undefined || account.platform === query.platform) &&
          (query.status === undefined || account.status === query.status) &&
          (query.includeRevoked === true || query.status === 'revoked' || account.status !== 'revoked'),
      );
      return { status: 200, body: { accounts: accounts.map(toAccount) } };
    },

    'accounts.get': ({ caller, params }) => {
      return { status: 200, body: { account: toAccount(requireAccount(state, caller.project, params.id)) } };
    },

    'accounts.delete': ({ caller, params }) => {
      const account = requireAccount(state, caller.project, params.id);
      if (account.status !== 'revoked') {
        account.status = nextAccountStatus(account.status, 'disconnected');
        account.statusReason = 'disconnected';
        account.grant = null;
        deleteHubKey(state, account);
        writeAccountStatus(state, account);
      }
      return { status: 200, body: { deleted: true } };
    },

    'accounts.connectHub': async ({ caller, body }) => {
      const { connectHub } = await import('../hubs/connect-hub.ts');
      const { account, isNew } = orRefuse(connectHub(state, caller.project, body));
      return { status: isNew ? 201 : 200, body: { account: toAccount(account) } };
    },

    'accounts.spaces': async ({ caller, params, query }) => {
      const { listSpaces } = await import('../hubs/list-spaces.ts');
      const account = requireAccount(state, caller.project, params.id);
      return { status: 200, body: orRefuse(listSpaces(state, account, query)).page };
    },

    'accounts.mentions': ({ caller, params, query }) => {
      const account = requireAccount(state, caller.project, params.id);
      return { status: 200, body: findMentions(state, account, query.q) };
    },
  };
}

function requireAccount({ world }: MockState, project: Project, id: string): StoredAccount {
  const account = world.accounts.get(id);
  if (account?.projectId === project.id) return account;
  throw new RequestRefusal(noSuch('account'));
}

/** The service deletes the key on the hub, unless another account uses it. */
function deleteHubKey({ world }: MockState, { hub }: StoredAccount): void {
  if (!hub?.apiKey || !hubKind(hub.type).deletesKeys) return;
  const isUsed = [...world.accounts.values()].some(
    (account) => account.status !== 'revoked' && account.hub?.url === hub.url && account.hub.apiKey === hub.apiKey,
  );
  if (!isUsed) world.deletedHubKeys.add(`${hub.url} ${hub.apiKey}`);
}
