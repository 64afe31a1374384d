import { type ConnectBody, type ConnectResponse, LIMITS } from '@fanfare/contract';
import { planOf } from '@fanfare/rules';
import { accountCap } from '../accounts/cap.ts';
import type { MockState } from '../mock-state.ts';
import { isNetwork } from '../network-rules.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'baseUrl'>;

/** Mints the address a user opens to connect an account. Throws `account_limit_reached` where no account of the platform could be the one reconnected. */
export function startConnect(deps: Deps, project: Project, body: ConnectBody): ConnectResponse {
  const { platform } = body;
  if (!isNetwork(platform))
    throw new RequestRefusal({ code: 'unavailable', message: `${platform} is not set up on this installation.` });
  const { connected, cap } = accountCap(deps.world, project);
  const mayReconnect = [...deps.world.accounts.values()].some(
    (account) => account.projectId === project.id && account.platform === platform && account.status !== 'revoked',
  );
  if (cap !== null && connected >= cap && !mayReconnect) {
    throw new RequestRefusal({
      code: 'account_limit_reached',
      message: `The plan "${planOf(project.plan).name}" allows ${cap} connected accounts. Disconnect one, or choose a larger plan.`,
    });
  }
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
