import {
  type Answer,
  bearer,
  type Effect,
  type ErrorTable,
  type HubSite,
  isOk,
  type NetworkError,
  type NetworkIo,
  type OutgoingCall,
  okOrThrow,
  readAgain,
} from '@fanfare/network';
import type { HubErrorRow, HubPurpose } from './error-rows.ts';
import type { HubCall } from './hub-driver.ts';
import { requireKeyOrigin } from './require-key-origin.ts';

/** The values that a call to a hub needs: also before there is an account. */
export type HubAccess = NetworkIo &
  Pick<HubCall, 'username' | 'apiKey'> & { readonly hub: Pick<HubSite, 'apiUrl' | 'keyOrigins'> };

type User = Pick<HubAccess, 'username' | 'apiKey'>;

/** One call with the key and `accept: application/json`: some servers show sign-in pages. */
export type HubRequest = Pick<OutgoingCall, 'url' | 'query' | 'headers' | 'body'> & {
  /** `POST` by default. Reads are `GET`. */
  readonly method?: Exclude<OutgoingCall['method'], 'GET'>;
  readonly on: HubPurpose;
  readonly mediaIndex?: number | undefined;
  /** Whether the caller reads this refusal itself. */
  readonly accepts?: (answer: Answer) => boolean;
};

/** A call that only reads. */
export type HubRead = Omit<HubRequest, 'method' | 'body'>;

type Options = {
  readonly errors: ErrorTable<HubErrorRow>;
  /** Reads a refusal of a call on `connect` more exactly than the table; null elsewhere. */
  readonly problemOf?: (answer: Answer, calledUrl: string) => NetworkError | null;
  /** The header with the key; a Bearer token by default. */
  readonly authorization?: (user: User) => string;
  /** Forms in which a hub may repeat the key, hidden in errors. Default: the key itself. */
  readonly secretsOf?: (user: User) => readonly string[];
};

/** The limit of a call with a file. */
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * Makes the calls of one kind of hub: with the key, and only at origins that were checked when the
 * account was connected. Each call returns a 2xx, and throws the NetworkError that every other
 * answer means.
 *
 * @example
 * const calls = createHubCalls({ errors: HUMHUB_ERRORS });
 * const answer = await calls.read(call, { url: `${call.hub.apiUrl}/space`, on: 'read' });
 */
export function createHubCalls({
  errors,
  problemOf = () => null,
  authorization = ({ apiKey }) => bearer(apiKey).authorization,
  secretsOf = ({ apiKey }) => [apiKey.reveal()],
}: Options) {
  const withKey = (access: HubAccess, { url, query, headers }: HubRequest) => {
    requireKeyOrigin(access.hub, String(url));
    return {
      url,
      ...(query && { query }),
      headers: { authorization: authorization(access), accept: 'application/json', ...headers },
    };
  };
  const checked = (access: HubAccess, request: HubRequest, answer: Answer, effect: Effect): Answer => {
    const { url, on, mediaIndex, accepts } = request;
    if (accepts?.(answer)) return answer;
    const problem = on === 'connect' && !isOk(answer) ? problemOf(answer, String(url)) : null;
    if (problem) throw problem;
    return okOrThrow(access, errors, answer, { on, effect, mediaIndex, secrets: secretsOf(access) });
  };
  const send = async (access: HubAccess, request: HubRequest, effect: 'hidden' | 'public'): Promise<Answer> => {
    const { method = 'POST', body } = request;
    const isUpload = body !== undefined && ('bytes' in body || 'multipart' in body);
    const answer = await access.http({
      ...{ method, ...withKey(access, request), effect, signal: access.signal },
      ...(body && { body }),
      ...(isUpload && { timeoutMs: UPLOAD_TIMEOUT_MS }),
    });
    return checked(access, request, answer, effect);
  };

  return {
    /** Reads, again where a fault may pass. */
    async read(access: HubAccess, request: HubRead): Promise<Answer> {
      const answer = await readAgain(access, { method: 'GET', ...withKey(access, request) });
      return checked(access, request, answer, 'read');
    },
    /** One call that changes what nobody can see. Not repeated here. */
    change: (access: HubAccess, request: HubRequest): Promise<Answer> => send(access, request, 'hidden'),
    /** The one call that makes a post public. */
    publish: (access: HubAccess, request: HubRequest): Promise<Answer> => send(access, request, 'public'),
  };
}
