import { createHubCalls, type HubAccess, type HubRead, type HubRequest } from '@fanfare/hub';
import { problemOf } from './connect-problems.ts';
import { WORDPRESS_ERRORS } from './error-table.ts';

/** A call with a route below `/wp/v2/`. */
type Below<Call extends HubRequest> = Omit<Call, 'url'> & { readonly route: string };

type User = Pick<HubAccess, 'username' | 'apiKey'>;

/** WordPress, application passwords integration guide, checked 2026-11. */
const basic = ({ username, apiKey }: User): string =>
  `Basic ${Buffer.from(`${username}:${apiKey.reveal()}`).toString('base64')}`;

/** The key as a hub may repeat it: WordPress ignores its spaces. */
function secretsOf(user: User): readonly string[] {
  const key = user.apiKey.reveal();
  return [key, key.replaceAll(' ', ''), basic(user).slice('Basic '.length)];
}

const calls = createHubCalls({ errors: WORDPRESS_ERRORS, problemOf, authorization: basic, secretsOf });

/** Reads, with repeats for passing faults. Throws NetworkError for other answers than 2xx. */
export const readRest = (access: HubAccess, call: Below<HubRead>) => calls.read(access, below(access, call));

/** Reads the root of the REST API with the key, for sites that show it to nobody else. */
export const readRoot = (access: HubAccess, query: Query) =>
  calls.read(access, { ...atRoute(access.hub.apiUrl, '', query), on: 'connect' });

/** One call that changes what nobody can see. */
export const changeHidden = (access: HubAccess, call: Below<HubRequest>) => calls.change(access, below(access, call));

/** The one public call. */
export const publishRest = (access: HubAccess, call: Below<HubRequest>) => calls.publish(access, below(access, call));

const below = <Call extends HubRequest>({ hub }: HubAccess, { route, query, ...call }: Below<Call>) => ({
  ...call,
  ...atRoute(hub.apiUrl, `wp/v2/${route}`, query),
});

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The address of a route of the REST API. `apiUrl` is the address of the site: `rest_route` works
 * whatever permalinks the site uses (WordPress REST API handbook, routes and endpoints, checked
 * 2026-11). With a slash at its end it is the root of the API itself, for sites that only take that
 * form.
 */
export const atRoute = (apiUrl: string, route: string, query: Query = {}) =>
  apiUrl.endsWith('/')
    ? { url: `${apiUrl}${route}`, query }
    : { url: `${apiUrl}/`, query: { rest_route: `/${route}`, ...query } };
