import { createHash } from 'node:crypto';
import type { ConnectBody, ConnectResponse } from '@fanfare/contract';
import { planOf } from '@fanfare/rules';
import { countConnectedAccounts, listAccounts } from '../accounts/accounts.table.ts';
import type { Database } from '../db/database.ts';
import { notConfigured } from '../http/not-configured.ts';
import { RequestError } from '../http/request-error.ts';
import type { Ids } from '../ids.ts';
import type { Networks } from '../networks.ts';
import type { Caller } from '../projects/api-keys.table.ts';
import { insertConnectAttempt } from './connect-attempts.table.ts';

/** Spec 8: the authorize URL is valid for 10 minutes. */
const VALID_SECONDS = 600;

export type ConnectDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly networks: Networks;
  readonly baseUrl: string;
};

/** Mints the address a user opens to connect an account: this service's own page, which leads on to the network. */
export async function startConnect(deps: ConnectDeps, caller: Caller, body: ConnectBody): Promise<ConnectResponse> {
  if (!deps.networks.isConfigured(body.platform)) throw notConfigured(body.platform);
  const { connectedAccounts: cap, name } = planOf(caller.plan);
  // An account of this platform may be what is being reconnected (an expired one, or an active one for a permission that it lacks), which takes no new
  // place. Which profile it will be, only the callback knows; it counts again, under a lock.
  const mayReconnect = { platform: body.platform, includeRevoked: false };
  if (
    cap !== null &&
    (await countConnectedAccounts(deps.db, caller.workspaceId)) >= cap &&
    (await listAccounts(deps.db, caller.projectId, mayReconnect)).length === 0
  ) {
    throw new RequestError({
      code: 'account_limit_reached',
      message: `The plan "${name}" allows ${cap} connected accounts. Disconnect one, or choose a larger plan.`,
    });
  }
  const token = deps.ids.secret(32).toString('base64url');
  await insertConnectAttempt(deps.db, {
    id: deps.ids.uuid(),
    projectId: caller.projectId,
    platform: body.platform,
    profileId: body.profileId ?? null,
    redirectUrl: body.redirectUrl ?? null,
    pageTokenSha256: sha256(token),
    validSeconds: VALID_SECONDS,
  });
  return { authUrl: `${deps.baseUrl}/connect/${token}` };
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
