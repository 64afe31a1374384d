import type { ListSpacesQuery, ListSpacesResponse } from '@fanfare/contract';
import { failedCall } from '@fanfare/hub';
import type { Clock, Http, NetworkError } from '@fanfare/network';
import { type Decision, HUB_REFUSALS, noSuch, type Refused, refuse, toSpaceList } from '@fanfare/rules';
import type { Caller } from '../../callers/caller.ts';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import { fromPublicId } from '../../process/ids.ts';
import { findAccount } from '../accounts.table.ts';
import type { TryOpenCredentialDeps } from '../credentials/try-open-credential.ts';
import { callWithCredential } from '../credentials/with-credential.ts';

const TIMEOUT_MS = 30_000;

export type ListSpacesDeps = TryOpenCredentialDeps & {
  readonly db: Database;
  readonly http: Http;
  readonly clock: Clock;
  readonly networks: Pick<Networks, 'hub'>;
};

/** One page of the spaces of a hub account, read from the hub now. */
export async function listSpaces(
  deps: ListSpacesDeps,
  caller: Caller,
  accountId: string,
  { q, limit, offset }: ListSpacesQuery,
): Promise<Decision<{ readonly list: ListSpacesResponse }>> {
  const id = fromPublicId('acc', accountId);
  const account = id && (await findAccount(deps.db, caller.projectId, id));
  if (!account) return refuse(noSuch('account'));
  if (account.hub === null) return HUB_REFUSALS.notAHubAccount();
  if (account.status !== 'active') return HUB_REFUSALS.accountNotActive();

  const owner = { projectId: caller.projectId, accountId: id };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const used = await callWithCredential(deps, owner, (opened) => {
    const call = { http: deps.http, clock: deps.clock, signal, ...opened };
    return deps.networks.hub.listSpaces(call, { q: q ?? null, limit, offset });
  });
  if (used.state === 'not_open') return refusalOf(used.error);
  if (!used.result.ok) {
    // The hub may have refused the key, which ends the account.
    const isActive = (await findAccount(deps.db, caller.projectId, id))?.status === 'active';
    return isActive ? refusalOf(used.result.error) : HUB_REFUSALS.accountNotActive();
  }
  return { ok: true, list: toSpaceList(used.result.result, { limit, offset }, account.hub.defaultSpaceSlug) };
}

const refusalOf = (error: NetworkError): Refused =>
  error.code === 'account_not_active' ? HUB_REFUSALS.accountNotActive() : failedCall(error);
