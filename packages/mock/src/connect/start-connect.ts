import { type ConnectBody, type ConnectResponse, LIMITS } from '@fanfare/contract';
import { requireAccountCapacity } from '../accounts/account-capacity.ts';
import type { MockState } from '../mock-state.ts';
import type { Project } from '../world.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'baseUrl'>;

/** Makes the address that connects an account. Throws `account_limit_reached` at the cap. */
export function startConnect(deps: Deps, project: Project, body: ConnectBody): ConnectResponse {
  const { platform } = body;
  requireAccountCapacity(deps, project, platform);
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
