import type { ConnectHubBody, HubType } from '@fanfare/contract';
import { accountLimitReached, type Decision, HUB_REFUSALS, judgeHubAddress, planOf } from '@fanfare/rules';
import { requireAccountCapacity } from '../accounts/account-capacity.ts';
import { storeAccount } from '../accounts/store-account.ts';
import type { MockState } from '../mock-state.ts';
import type { Project, StoredAccount } from '../world.ts';
import { findConnectCode } from './connect-codes.ts';
import { hubKind, hubProfileId } from './hub-kinds.ts';
import { hubRefusal } from './hub-refusal.ts';
import type { StoredHub } from './hub-world.ts';
import { findHub } from './seed-hub.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'events' | 'hubs' | 'isHostAllowed'>;

/** The hub and the user behind a key or a code. */
type Identified = {
  readonly hub: StoredHub;
  readonly username: string;
  readonly apiKey: string;
  readonly suggestedSpaceSlug: string | null;
};

/** One `POST /accounts/connect-hub` in order: cap, address, key or code, space, account. */
export function connectHub(
  deps: Deps,
  project: Project,
  body: ConnectHubBody,
): Decision<{ readonly account: StoredAccount; readonly isNew: boolean }> {
  requireAccountCapacity(deps, project, 'hub');
  const judged = judgeHubAddress(body.hubUrl, deps.isHostAllowed);
  if (!judged.ok) return judged;
  const { url } = judged;
  const found = body.connectCode === undefined ? byKey(deps, url, body) : byCode(deps, url, body.connectCode);
  if (!found.ok) return found;

  const { hub, username, apiKey, suggestedSpaceSlug } = found;
  const hasSpace = (slug: string): boolean => hub.spaces.some((space) => space.slug === slug);
  const { defaultSpaceSlug: wanted } = body;
  if (wanted !== undefined && !hasSpace(wanted)) return HUB_REFUSALS.spaceNotFound(wanted);
  const suggested = suggestedSpaceSlug !== null && hasSpace(suggestedSpaceSlug) ? suggestedSpaceSlug : null;
  const stored = storeAccount(deps, project, {
    platform: 'hub',
    profileId: body.profileId ?? null,
    platformUserId: hubProfileId(hub.type, url, username),
    username: hubKind(hub.type).nameOf(url, username),
    declined: new Set(),
    grant: Symbol('key'),
    hub: { type: hub.type, url, name: hub.name, defaultSpaceSlug: wanted ?? suggested, apiKey },
  });
  return stored ? { ok: true, ...stored } : { ok: false, refusal: accountLimitReached(planOf(project.plan)) };
}

/** The words about a key that a hub does not know, where they are not the usual ones. */
const KEY_REFUSED: Partial<Record<HubType, string>> = {
  wordpress:
    'WordPress took the call for the call of a visitor: username or application password is wrong, or the web server removes the Authorization header. Check both; on Apache with CGI, add SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1 to .htaccess.',
};

function byKey(deps: Deps, url: string, { type, username, apiKey }: ConnectHubBody): Decision<Identified> {
  if (type === undefined || apiKey === undefined) throw new Error('The shape of the request was not checked.');
  const { name } = hubKind(type);
  const failure = deps.hubs.take('connect', url);
  if (failure) return hubRefusal(failure, { by: 'key', name });
  const hub = findHub(deps, { url, type });
  if (!hub) return HUB_REFUSALS.notAHub(name);
  if (deps.world.deletedHubKeys.has(`${url} ${apiKey}`)) return HUB_REFUSALS.keyRefused(KEY_REFUSED[type]);
  return { ok: true, hub, username: username ?? '', apiKey, suggestedSpaceSlug: null };
}

function byCode(deps: Deps, url: string, connectCode: string): Decision<Identified> {
  const failure = deps.hubs.take('connect', url);
  const code = findConnectCode(deps, url, connectCode);
  if (failure) {
    const isUsedUp = failure.code !== 'hub_not_supported' && failure.code !== 'hub_url_not_allowed';
    if (code && isUsedUp) code.isUsed = true;
    return hubRefusal(failure, { by: 'code', name: '' });
  }
  if (!code) return HUB_REFUSALS.codeInvalid();
  code.isUsed = true;
  const { hub, username, defaultSpaceSlug } = code;
  return { ok: true, hub, username, apiKey: deps.ids.token(24), suggestedSpaceSlug: defaultSpaceSlug };
}
