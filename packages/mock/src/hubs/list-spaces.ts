import type { ListSpacesQuery, ListSpacesResponse } from '@fanfare/contract';
import { canPublish, type Decision, HUB_REFUSALS, searchSpaces, toSpaceList } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import type { MockState } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';
import { hubRefusal } from './hub-refusal.ts';

/** One page of the spaces of a hub account. */
export function listSpaces(
  deps: Pick<MockState, 'world' | 'events' | 'hubs'>,
  account: StoredAccount,
  query: ListSpacesQuery,
): Decision<{ readonly page: ListSpacesResponse }> {
  const { hub } = account;
  if (!hub) return HUB_REFUSALS.notAHubAccount();
  if (!canPublish(account.status)) return HUB_REFUSALS.accountNotActive();
  const failure = deps.hubs.take('spaces', hub.url);
  if (failure?.code === 'hub_auth_failed') {
    lapseWhenRejected(deps, account, { code: 'credential_rejected' });
    return HUB_REFUSALS.accountNotActive();
  }
  if (failure) return hubRefusal(failure, { by: 'key', name: '' });
  const spaces = deps.world.hubs.get(hub.url)?.spaces ?? [];
  return { ok: true, page: toSpaceList(searchSpaces(spaces, query), query, hub.defaultSpaceSlug) };
}
