import { type ConnectBody, LIMITS } from '@fanfare/contract';
import { accountLimitReached, allowsAccount, type Decision, planOf, refuse } from '@fanfare/rules';
import type { Caller } from '../../callers/caller.ts';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import { notConfigured } from '../../http/not-configured.ts';
import { hashToken, newToken } from '../../http/token.ts';
import type { Ids } from '../../process/ids.ts';
import { countConnectedAccounts, listAccounts } from '../accounts.table.ts';
import { insertConnectAttempt } from './connect-attempts.table.ts';

export type ConnectDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly networks: Networks;
  readonly baseUrl: string;
};

/** Makes the address at which a user connects an account: our page, which leads to the network. */
export async function startConnect(
  deps: ConnectDeps,
  caller: Caller,
  body: ConnectBody,
): Promise<Decision<{ readonly authUrl: string }>> {
  const { platform } = body;
  if (!deps.networks.isConfigured(platform)) return refuse(notConfigured(platform));
  const plan = planOf(caller.plan);
  if (!allowsAccount(plan, await countConnectedAccounts(deps.db, caller.workspaceId))) {
    // A reconnect takes no new slot. Only the callback knows the profile, and checks under a lock.
    const connected = await listAccounts(deps.db, caller.projectId, { platform, includeRevoked: false });
    if (connected.length === 0) return refuse(accountLimitReached(plan));
  }
  const token = newToken(deps.ids);
  await insertConnectAttempt(deps.db, {
    id: deps.ids.uuid(),
    projectId: caller.projectId,
    platform,
    profileId: body.profileId ?? null,
    redirectUrl: body.redirectUrl ?? null,
    pageTokenSha256: hashToken(token),
    validSeconds: LIMITS.authUrlLifetimeMs.value / 1_000,
  });
  return { ok: true, authUrl: `${deps.baseUrl}/connect/${token}` };
}
