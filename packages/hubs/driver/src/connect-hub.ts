import { type HubSite, NetworkError, type NetworkIo, type Secret, storableId, storableText } from '@fanfare/network';
import { HUB_REFUSALS, hubUserId, plainHubUrl, type Refused } from '@fanfare/rules';
import { ConnectProblem } from './connect-problem.ts';
import { exchangeCode } from './exchange-code.ts';
import { failedCall } from './failed-call.ts';
import type { ConnectedHub, ConnectHubRequest } from './hub-adapter.ts';
import type { HubCall, HubDriver, HubKey } from './hub-driver.ts';
import { isSameOrigin } from './origins.ts';
import type { Spaces } from './spaces.ts';

type Deps = {
  readonly drivers: ReadonlyMap<string, HubDriver>;
  readonly spaces: Spaces;
  readonly serviceName: string;
};

const MAX_NAME_CHARS = 255;
const DELETE_KEY_TIMEOUT_MS = 10_000;

/** Connects a user of a hub. After a failure a key made for a connect code is deleted. */
export async function connectHub(io: NetworkIo, deps: Deps, given: ConnectHubRequest): Promise<ConnectedHub | Refused> {
  const request = { ...given, url: plainHubUrl(given.url) };
  try {
    return 'connectCode' in request.with
      ? await connectByCode(io, deps, request, request.with.connectCode)
      : await connectByKey(io, deps, request, request.with);
  } catch (error) {
    if (error instanceof NetworkError) return refusalOf(error);
    throw error;
  }
}

async function connectByKey(
  io: NetworkIo,
  { drivers, spaces }: Deps,
  { url, defaultSpaceSlug }: ConnectHubRequest,
  { type, username, apiKey }: Exclude<ConnectHubRequest['with'], { connectCode: Secret }>,
): Promise<ConnectedHub | Refused> {
  const driver = drivers.get(type);
  if (!driver) return HUB_REFUSALS.noDriver();
  if (driver.needsUsername && username === null) return HUB_REFUSALS.usernameMissing();
  return identify(
    io,
    spaces,
    driver,
    { url, apiUrl: null, username, apiKey },
    { isKeyOurs: false, wanted: defaultSpaceSlug },
  );
}

async function connectByCode(
  io: NetworkIo,
  { drivers, spaces, serviceName }: Deps,
  { url, defaultSpaceSlug }: ConnectHubRequest,
  code: Secret,
): Promise<ConnectedHub | Refused> {
  const exchanged = await exchangeCode(io, { url, code, serviceName });
  if (!exchanged.ok) return exchanged;
  const { apiUrl, username, userId, apiKey } = exchanged;
  const isNear = apiUrl === null || isSameOrigin(apiUrl, url);
  const key: HubKey = {
    // The key goes to the hub that made it, and nowhere else.
    ...{ url, apiUrl: isNear ? (apiUrl?.replace(/(?<!\/)\/+$/, '') ?? null) : null, username, apiKey },
    ...(userId !== null && { userId }),
  };
  const driver = drivers.get(exchanged.type);
  if (!driver || !isNear) {
    // One of the drivers may know how a hub of an unknown kind deletes its keys.
    for (const each of driver ? [driver] : drivers.values()) await deleteKey(io, each, key);
    return isNear ? HUB_REFUSALS.noDriver() : HUB_REFUSALS.brokenAnswer();
  }
  let connected: ConnectedHub | Refused;
  try {
    const facts = {
      isKeyOurs: true,
      wanted: defaultSpaceSlug,
      suggested: exchanged.defaultSpaceSlug,
      hubName: exchanged.hubName,
    };
    connected = await identify(io, spaces, driver, key, facts);
  } catch (error) {
    await deleteKey(io, driver, key);
    throw error;
  }
  if (!connected.ok) await deleteKey(io, driver, key);
  return connected;
}

type Facts = {
  readonly isKeyOurs: boolean;
  /** The default space that the caller asked for: the hub must have it. */
  readonly wanted: string | null;
  /** The space that the hub itself suggests: used only if it exists. */
  readonly suggested?: string | null;
  /** For hubs whose own API has no name. */
  readonly hubName?: string | null;
};

async function identify(
  io: NetworkIo,
  spaces: Spaces,
  driver: HubDriver,
  key: HubKey,
  { isKeyOurs, wanted, suggested = null, hubName = null }: Facts,
): Promise<ConnectedHub | Refused> {
  const answer = await driver.connect(io, key).catch((error: unknown) => {
    if (error instanceof ConnectProblem) return namedRefusal(driver, error);
    if (error instanceof NetworkError && error.code === 'content_rejected') return HUB_REFUSALS.notAHub(driver.name);
    throw error;
  });
  if ('refusal' in answer) return answer;
  if (!answer.ok) return HUB_REFUSALS.rightMissing(answer.message);
  const { site: found, remoteId, username, isAnybody = false } = answer.user;
  const home = plainHubUrl(answer.user.home ?? key.url);
  if (!isSameOrigin(found.apiUrl, key.url)) return HUB_REFUSALS.brokenAnswer();
  const id = storableId(remoteId);
  if (id === null) return HUB_REFUSALS.brokenAnswer();

  const site: HubSite = {
    ...found,
    type: driver.type,
    url: key.url,
    name: nameOf(found.name || (hubName ?? ''), key.url),
    isKeyOurs,
    defaultSpaceSlug: null,
  };
  const call: HubCall = { ...io, hub: site, username, apiKey: key.apiKey };
  const isThere = async (slug: string) => (await spaces.find(driver, call, slug)) !== null;
  if (wanted !== null && !(await isThere(wanted))) return HUB_REFUSALS.spaceNotFound(wanted);
  const isSuggested = wanted === null && suggested !== null && (await isThere(suggested));
  return {
    ok: true,
    site: { ...site, defaultSpaceSlug: wanted ?? (isSuggested ? suggested : null) },
    platformUserId: storableId(hubUserId(id, home))!,
    ...{ remoteId: id, home, isAnybody },
    username: storableText(username, MAX_NAME_CHARS) || id,
    apiKey: key.apiKey,
  };
}

const nameOf = (name: string, url: string): string => storableText(name, MAX_NAME_CHARS) || new URL(url).host;

/** Best effort: nobody will use this key. The time for connecting may be over already. */
async function deleteKey(io: NetworkIo, driver: HubDriver, key: HubKey): Promise<void> {
  const { url, username, apiKey } = key;
  const apiUrl = key.apiUrl ?? url;
  const hub: HubSite = {
    type: driver.type,
    ...{ url, apiUrl, keyOrigins: [new URL(url).origin], name: '', isKeyOurs: true, defaultSpaceSlug: null },
  };
  const signal = AbortSignal.timeout(DELETE_KEY_TIMEOUT_MS);
  try {
    await driver.deleteKey?.({ ...io, signal, hub, username: username ?? '', apiKey });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
  }
}

/** Says what a driver found out. */
function namedRefusal({ name }: HubDriver, { code, facts: { message } }: ConnectProblem): Refused {
  if (code === 'credential_rejected') return HUB_REFUSALS.keyRefused(message);
  if (code === 'content_rejected') return HUB_REFUSALS.notAHub(name, message);
  return HUB_REFUSALS.brokenAnswer(message);
}

/** Says what an error of a driver means to the person who connects. */
function refusalOf(error: NetworkError): Refused {
  if (error.code === 'credential_rejected') return HUB_REFUSALS.keyRefused();
  if (error.code === 'permission_missing') return HUB_REFUSALS.rightMissing(error.facts.message);
  return failedCall(error);
}
