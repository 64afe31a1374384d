import { createHash } from 'node:crypto';
import { type HubAccess, type HubDriver, type HubKey, type HubUserAnswer, notThisHub } from '@fanfare/hub';
import { NetworkError, type NetworkIo } from '@fanfare/network';
import { type Endpoints, findEndpoints } from './find-endpoint.ts';
import { mediaEndpointOf, readConfig } from './read-config.ts';
import { readUser } from './read-user.ts';

/**
 * Finds the Micropub endpoint, and where possible the user. The origin of the media endpoint may
 * get the key as well: the specification wants the same token there (W3C Micropub, section 3.6,
 * checked 2026-11). The connection itself refuses addresses that are not public, and http.
 */
export async function connect(
  io: NetworkIo,
  { url, apiUrl, username, userId, apiKey }: HubKey,
): Promise<HubUserAnswer> {
  const endpoints = apiUrl === null ? await findEndpoints(io, url) : await withKnownApi(io, url, apiUrl);
  const { origin, host } = new URL(endpoints.micropub);
  const access: HubAccess = { ...io, username: '', apiKey, hub: { apiUrl: endpoints.micropub, keyOrigins: [origin] } };
  const config = await readConfig(access, 'connect').catch((error: unknown) => {
    throw isNoMicropub(error) ? notThisHub('a Micropub endpoint', error.facts.networkCode, error) : error;
  });
  const user = await readUser(access, endpoints);
  if (user?.scope !== undefined && !mayCreate(user.scope))
    return { ok: false, message: 'The key does not have the scope "create", which publishing needs.' };

  // The server's own name of the user comes first: it is the same whether the user connects by key
  // or by code.
  const me = user?.me ?? config.me ?? userId;
  const media = mediaEndpointOf(config, endpoints.micropub);
  return {
    ok: true,
    user: {
      site: {
        apiUrl: endpoints.micropub,
        keyOrigins: [...new Set([origin, ...(media === null ? [] : [new URL(media).origin])])],
        name: '',
      },
      // Every page of a site names the same endpoint.
      home: folderOf(endpoints.micropub),
      ...(me === undefined && { isAnybody: true }),
      remoteId: me ?? hashOf(endpoints.micropub),
      username: username ?? (me === undefined ? host : readable(me)),
    },
  };
}

/** `post` is the old name of `create` (indieweb.org, scope, checked 2026-11). */
const mayCreate = (scope: string): boolean =>
  scope.split(/[\s,]+/).some((each) => each === 'create' || each === 'post');

/** Finds the endpoint that a page names, without a key. */
export const findHome: NonNullable<HubDriver['findHome']> = async (io, url) =>
  folderOf((await findEndpoints(io, url)).micropub);

/** `https://ann.example` of `https://ann.example/micropub`. */
const folderOf = (endpoint: string): string => new URL('.', endpoint).href.replace(/\/$/, '');

/** The hub named its API with the key. Its page may still name where it says who the user is. */
async function withKnownApi(io: NetworkIo, url: string, apiUrl: string): Promise<Endpoints> {
  try {
    return { ...(await findEndpoints(io, url)), micropub: apiUrl };
  } catch (error) {
    if (error instanceof NetworkError) return { micropub: apiUrl, metadata: null, token: null };
    throw error;
  }
}

/** Throws `credential_rejected` only where the server itself refuses the key. */
export const checkKey: HubDriver['checkKey'] = async (call) => void (await readConfig(call));

/** A page instead of a configuration; not a server that is down or refuses the key. */
const isNoMicropub = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && /^2\d\d$/.test(error.facts.networkCode ?? '');

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex').slice(0, 16);

/** `https://ann.example.org/` as people write it. */
function readable(me: string): string {
  const url = URL.parse(me);
  return url === null ? me : `${url.host}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
