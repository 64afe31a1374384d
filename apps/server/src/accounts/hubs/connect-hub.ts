import type { Account, ConnectHubBody } from '@fanfare/contract';
import type { ConnectedHub, ConnectHubRequest } from '@fanfare/hub';
import { type Clock, type Credential, type Http, Secret } from '@fanfare/network';
import {
  accountLimitReached,
  allowsAccount,
  type Decision,
  HUB_REFUSALS,
  judgeHubAddress,
  planOf,
  refuse,
  takesPlace,
} from '@fanfare/rules';
import type { Caller } from '../../callers/caller.ts';
import { lockWorkspace } from '../../callers/projects/projects.table.ts';
import type { Networks } from '../../config/networks.ts';
import type { DatabasePool } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import type { Ids } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import type { Logger } from '../../process/log/log.ts';
import {
  type AccountRow,
  countConnectedAccounts,
  findProfileAccount,
  listAccounts,
  renameProfile,
} from '../accounts.table.ts';
import { readGrant } from '../read-grant.ts';
import { type EndedGrant, revokeAtNetwork } from '../revoke-at-network.ts';
import { storeAccount } from '../store-account.ts';
import { toAccount } from '../to-account.ts';
import { findFormerAccount } from './find-former-account.ts';

/** Time limit of all calls to the hub together. */
const CONNECT_TIMEOUT_MS = 45_000;

export type ConnectHubDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keyRing: KeyRing;
  readonly networks: Networks;
  /** Whether the operator allows a host that is not public https. */
  readonly isHostAllowed: (url: URL) => boolean;
};

type Connected = { readonly account: Account; readonly created: boolean };

/** Connects a hub user by a key or a one-time code. Stores nothing unless all of it succeeds. */
export async function connectHubAccount(
  deps: ConnectHubDeps,
  caller: Caller,
  body: ConnectHubBody,
): Promise<Decision<Connected>> {
  const plan = planOf(caller.plan);
  if (!allowsAccount(plan, await countConnectedAccounts(deps.db, caller.workspaceId))) {
    // A connected user takes no new slot. Only the hub knows the user: checked below, under a lock.
    const hubs = await listAccounts(deps.db, caller.projectId, { platform: 'hub', includeRevoked: false });
    if (hubs.length === 0) return refuse(accountLimitReached(plan));
  }
  const judged = judgeHubAddress(body.hubUrl, deps.isHostAllowed);
  if (!judged.ok) return judged;
  const { url } = judged;

  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const io = { http: deps.http, clock: deps.clock, signal };
  const connected = await deps.networks.hub.connectHub(io, toRequest(url, body));
  if (!connected.ok) {
    deps.log.info({ code: connected.refusal.code }, 'connecting a hub was refused');
    return connected;
  }
  const deleteOurKey = async () => {
    if (connected.site.isKeyOurs) await revokeAtNetwork(deps, grantOf(connected));
  };
  let stored: Awaited<ReturnType<typeof store>>;
  try {
    const former = await findFormerAccount(deps, io, caller.projectId, connected);
    stored = await retryTransient(() => store(deps, caller, { profileId: body.profileId ?? null, former }, connected));
  } catch (error) {
    await deleteOurKey();
    throw error;
  }
  if (stored === 'no_place') {
    await deleteOurKey();
    return refuse(accountLimitReached(plan));
  }
  if (stored === 'another_key') {
    await deleteOurKey();
    return HUB_REFUSALS.keyOfUnknownUser();
  }
  if (stored.ended) await revokeAtNetwork(deps, stored.ended);
  return { ok: true, account: stored.account, created: stored.created };
}

function toRequest(
  url: string,
  { type, username, apiKey, connectCode, defaultSpaceSlug }: ConnectHubBody,
): ConnectHubRequest {
  const space = { url, defaultSpaceSlug: defaultSpaceSlug ?? null };
  if (connectCode !== undefined) return { ...space, with: { connectCode: new Secret(connectCode) } };
  // The shape of the body guarantees both.
  return { ...space, with: { type: type!, username: username ?? null, apiKey: new Secret(apiKey!) } };
}

/**
 * `another_key`: an active account has another key, perhaps of another user. `no_place`: the plan
 * is full. `ended`: the replaced key, if the hub made it for us.
 */
function store(
  deps: ConnectHubDeps,
  caller: Caller,
  { profileId, former }: { readonly profileId: string | null; readonly former: AccountRow | null },
  hub: ConnectedHub,
): Promise<(Connected & { readonly ended: EndedGrant | null }) | 'no_place' | 'another_key'> {
  const { projectId, workspaceId } = caller;
  const { site, platformUserId, username } = hub;
  return deps.db.transaction(async (tx) => {
    // No other connect of the workspace may count or add in between.
    await lockWorkspace(tx, workspaceId);
    const findKnown = () => findProfileAccount(tx, projectId, 'hub', platformUserId);
    let known = await findKnown();
    if (!known && former) {
      await renameProfile(tx, { projectId, id: former.id, from: former.platformUserId, to: platformUserId });
      known = await findKnown();
    }
    const plan = planOf(caller.plan);
    if (takesPlace(known?.status ?? null) && !allowsAccount(plan, await countConnectedAccounts(tx, workspaceId)))
      return 'no_place';
    const ended = known && (await readGrant(deps, tx, { projectId, accountId: known.id }));
    const isReplaced = ended !== null && ended.credential.accessToken.reveal() !== hub.apiKey.reveal();
    if (hub.isAnybody && known?.status === 'active' && isReplaced) return 'another_key';
    const profile = { platformUserId, username, otherIds: [] };
    const grant = { credential: credentialOf(hub), grantId: deps.ids.uuid() };
    const toStore = { projectId, platform: 'hub', profileId, profile, hub: site } as const;
    const { account, created } = await storeAccount(deps, tx, toStore, grant);
    return { account: toAccount(account), created, ended: isReplaced && ended.account.hub?.isKeyOurs ? ended : null };
  });
}

/** A key of a hub never expires. */
const credentialOf = ({ apiKey }: ConnectedHub): Credential => ({
  accessToken: apiKey,
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes: [],
});

const grantOf = (hub: ConnectedHub): EndedGrant => ({
  platform: 'hub',
  account: { platformUserId: hub.platformUserId, username: hub.username, otherIds: [], hub: hub.site },
  credential: credentialOf(hub),
});
