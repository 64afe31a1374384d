import { type ConnectBody, type ConnectResponse, LIMITS } from '@fanfare/contract';
import { accountLimitReached, allowsAccount, planOf } from '@fanfare/rules';
import { countConnected } from '../accounts/count-connected.ts';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'baseUrl'>;

/** Makes the address a user opens to connect an account. Throws `account_limit_reached` where no account of the platform could be the one reconnected. */
export function startConnect(deps: Deps, project: Project, body: ConnectBody): ConnectResponse {
  const { platform } = body;
  const plan = planOf(project.plan);
  const mayReconnect = [...deps.world.accounts.values()].some(
    (account) => account.projectId === project.id && account.platform === platform && account.status !== 'revoked',
  );
  if (!allowsAccount(plan, countConnected(deps.world, project)) && !mayReconnect)
    throw new RequestRefusal(accountLimitReached(plan));
  const token = deps.ids.token(43);
  deps.world.attempts.set(token, {
    token,
    formToken: null,
    state: null,
    projectId: project.id,
    platform,
    profileId: body.profileId ?? null,
    redirectUrl: body.redirectUrl ?? null,
    expiresAtMs: deps.clock.now() + LIMITS.authUrlLifetimeMs.value,
    isUsed: false,
  });
  return { authUrl: `${deps.baseUrl}/connect/${token}` };
}
