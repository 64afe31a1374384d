import type { KeyScope } from '@fanfare/contract';
import { allowsRedirect, type OAuthClient } from './client.ts';
import { type FindClientDeps, findOAuthClient } from './find-client.ts';
import type { OAuthErrorCode } from './oauth-error.ts';
import { isOwnResource } from './resource.ts';
import { readScopes } from './scopes.ts';

/** Request of a client, checked. */
export type Authorization = {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  /** Returned untouched. */
  readonly state: string | null;
  readonly challenge: string;
  readonly choices: readonly KeyScope[];
  readonly smallest: KeyScope;
};

export type ReadAuthorization =
  | { readonly state: 'asked'; readonly authorization: Authorization }
  /** Client or address are not sure, so nothing is sent there (RFC 6749, 4.1.2.1). */
  | { readonly state: 'unsure'; readonly why: string }
  | {
      readonly state: 'refused';
      readonly redirectUri: string;
      readonly clientState: string | null;
      readonly error: OAuthErrorCode;
      readonly description: string;
    };

const PARAMETERS = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'state', 'scope', 'resource'],
  ...['code_challenge', 'code_challenge_method'],
];
/** S256 in base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/** Reads an authorization request (RFC 6749, 4.1.1; RFC 7636; RFC 8707). */
export async function readAuthorization(
  deps: FindClientDeps & { readonly baseUrl: string },
  query: URLSearchParams,
): Promise<ReadAuthorization> {
  const of = (name: string): string | null => query.get(name);
  const clientId = of('client_id');
  const redirectUri = of('redirect_uri');
  if (clientId === null || query.getAll('client_id').length > 1) return unsure('The app did not say who it is.');
  const found = await findOAuthClient(deps, clientId);
  if (!found.ok) return unsure(found.why);
  const { client } = found;
  if (redirectUri === null || query.getAll('redirect_uri').length > 1)
    return unsure(`“${client.name}” did not say where to send you back.`);
  if (!allowsRedirect(client, redirectUri))
    return unsure(`“${client.name}” wants to send you to an address that it has not named before.`);

  const clientState = query.getAll('state').length === 1 ? of('state') : null;
  const refuse = (error: OAuthErrorCode, description: string): ReadAuthorization => ({
    ...{ state: 'refused', redirectUri, clientState, error, description },
  });
  const twice = PARAMETERS.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) return refuse('invalid_request', `${twice} is given twice.`);
  if (of('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  if ((of('response_mode') ?? 'query') !== 'query') return refuse('invalid_request', 'response_mode must be query.');
  if (of('code_challenge_method') !== 'S256' || !CHALLENGE.test(of('code_challenge') ?? ''))
    return refuse('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method S256.');
  if (!isOwnResource(deps.baseUrl, of('resource')))
    return refuse('invalid_target', 'resource must be an address of this service, such as its /mcp.');
  const scopes = readScopes(of('scope'));
  if (scopes === null) return refuse('invalid_scope', 'An app cannot have one of these scopes.');
  const challenge = of('code_challenge')!;
  return { state: 'asked', authorization: { client, redirectUri, state: clientState, challenge, ...scopes } };
}

const unsure = (why: string): ReadAuthorization => ({ state: 'unsure', why });
