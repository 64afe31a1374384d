import { createHubCalls, type HubAccess, type HubRead, type HubRequest } from '@fanfare/hub';
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

const calls = createHubCalls({ errors: WORDPRESS_ERRORS, authorization: basic, secretsOf });

/** Reads, again where a fault may pass. Each of these throws NetworkError for every answer that is not a 2xx. */
export const readRest = (access: HubAccess, call: Below<HubRead>) => calls.read(access, below(access, call));

/** One call that changes what nobody can see. */
export const changeHidden = (access: HubAccess, call: Below<HubRequest>) => calls.change(access, below(access, call));

/** The one public call. */
export const publishRest = (access: HubAccess, call: Below<HubRequest>) => calls.publish(access, below(access, call));

/** In the form that works whatever permalinks the site uses (WordPress REST API handbook, routes and endpoints, checked 2026-11). */
const below = <Call extends HubRequest>({ hub }: HubAccess, { route, query, ...call }: Below<Call>) => ({
  ...call,
  url: `${hub.apiUrl}/`,
  query: { rest_route: `/wp/v2/${route}`, ...query },
});
