import { type HubCall, requireKeyOrigin } from '@fanfare/hub';
import {
  type Answer,
  type Effect,
  type HubSite,
  type NetworkIo,
  type OutgoingCall,
  okOrThrow,
  readAgain,
  type Secret,
} from '@fanfare/network';
import { WORDPRESS_ERRORS } from './error-table.ts';
import type { Purpose } from './purpose.ts';

/** What a call to a hub needs: also before there is an account. */
export type Access = NetworkIo &
  Pick<HubCall, 'username' | 'apiKey'> & { readonly hub: Pick<HubSite, 'apiUrl' | 'keyOrigins'> };

export type RestCall = {
  readonly method?: OutgoingCall['method'];
  /** Below `/wp/v2/`. */
  readonly route: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: OutgoingCall['body'];
  readonly on: Purpose;
  readonly mediaIndex?: number | undefined;
  readonly timeoutMs?: number;
};

/**
 * One call of the REST API, in the form that works whatever permalinks the site uses (WordPress REST API handbook, routes and endpoints, checked 2026-11). Any
 * status; throws NetworkError when there is no answer.
 */
export function sendRest(access: Access, call: RestCall, effect: Effect): Promise<Answer> {
  const { timeoutMs, body } = call;
  return access.http({
    ...request(access, call),
    ...(body && { body }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    effect,
    signal: access.signal,
  });
}

/** Changes something that nobody can see, once. Throws NetworkError for every answer that is not a 2xx. */
export async function changeHidden(access: Access, call: RestCall): Promise<Answer> {
  return checked(access, call, await sendRest(access, call, 'hidden'), 'hidden');
}

/** Reads, again where a fault may pass. Throws NetworkError for every answer that is not a 2xx. */
export async function readRest(access: Access, call: RestCall): Promise<Answer> {
  return checked(access, call, await readAgain(access, request(access, call)), 'read');
}

/** Returns a 2xx and throws the NetworkError that every other answer means. */
export function checked(access: Access, { on, mediaIndex }: RestCall, answer: Answer, effect: Effect): Answer {
  return okOrThrow(access, WORDPRESS_ERRORS, answer, { on, effect, mediaIndex, secrets: secretsOf(access) });
}

function request(access: Access, { method = 'GET', route, query, headers }: RestCall) {
  const { hub } = access;
  requireKeyOrigin(hub, hub.apiUrl);
  return {
    method,
    url: `${hub.apiUrl}/`,
    query: { rest_route: `/wp/v2/${route}`, ...query },
    headers: { authorization: basic(access), accept: 'application/json', ...headers },
  } as const;
}

type User = { readonly username: string; readonly apiKey: Secret };

/** WordPress, application passwords integration guide, checked 2026-11. */
const basic = ({ username, apiKey }: User): string =>
  `Basic ${Buffer.from(`${username}:${apiKey.reveal()}`).toString('base64')}`;

/** The key as a hub may repeat it: WordPress ignores its spaces. */
function secretsOf(user: User): readonly string[] {
  const key = user.apiKey.reveal();
  return [key, key.replaceAll(' ', ''), basic(user).slice('Basic '.length)];
}
