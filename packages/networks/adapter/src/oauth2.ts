import { createHash } from 'node:crypto';
import type { Credential } from './account-call.ts';
import { Secret } from './secret.ts';

/** A PKCE verifier of 43 characters, 256 bits (RFC 7636, section 4.1). */
export function newPkceVerifier(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export function pkceChallenge(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}

/**
 * The address of a network's consent page (RFC 6749, section 4.1.1). `scope` is joined by the
 * caller: networks differ in their separator.
 *
 * @example
 * authorizeUrl({ page: 'https://x.com/i/oauth2/authorize', clientId, redirectUri, state, scope: 'tweet.read tweet.write', codeChallenge });
 */
export function authorizeUrl(input: {
  readonly page: string | URL;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly scope: string;
  readonly codeChallenge?: string | null;
  /** Parameters only this network knows. */
  readonly extra?: Readonly<Record<string, string>>;
}): URL {
  const url = new URL(input.page);
  const query = url.searchParams;
  query.set('response_type', 'code');
  query.set('client_id', input.clientId);
  query.set('redirect_uri', input.redirectUri);
  query.set('scope', input.scope);
  query.set('state', input.state);
  if (input.codeChallenge != null) {
    query.set('code_challenge', input.codeChallenge);
    query.set('code_challenge_method', 'S256');
  }
  for (const [name, value] of Object.entries(input.extra ?? {})) query.set(name, value);
  // Consent pages document %20 between scopes; a form's `+` is not read as a space by all of them.
  url.search = url.search.replaceAll('+', '%20');
  return url;
}

/**
 * Reads the usual report that the user refused: `?error=access_denied` on the redirect (RFC 6749,
 * section 4.1.2.1). Every other error is the network's.
 */
export function readDenial(query: URLSearchParams): 'access_denied' | 'exchange_failed' {
  return query.get('error') === 'access_denied' ? 'access_denied' : 'exchange_failed';
}

/**
 * A token endpoint's answer (RFC 6749, section 5.1) as a credential, or null when it holds no
 * access token. `refresh_token_expires_in` is LinkedIn's addition. Scopes may be separated by
 * spaces or commas, or be a list; they are empty when the answer names none.
 */
export function readTokenAnswer(answer: unknown, nowMs: number): Credential | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const field = (name: string): unknown => (Object.hasOwn(answer, name) ? Reflect.get(answer, name) : undefined);
  const accessToken = readText(field('access_token'));
  const refreshToken = readText(field('refresh_token'));
  if (accessToken === null) return null;
  return {
    accessToken: new Secret(accessToken),
    refreshToken: refreshToken === null ? null : new Secret(refreshToken),
    expiresAt: readEnd(field('expires_in'), nowMs),
    refreshExpiresAt: readEnd(field('refresh_token_expires_in'), nowMs),
    scopes: readScopes(field('scope')),
  };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function readEnd(seconds: unknown, nowMs: number): number | null {
  const lifeSeconds = typeof seconds === 'string' && /^\d+$/.test(seconds) ? Number(seconds) : seconds;
  return typeof lifeSeconds === 'number' && Number.isFinite(lifeSeconds) && lifeSeconds >= 0
    ? nowMs + lifeSeconds * 1000
    : null;
}

function readScopes(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((scope) => typeof scope === 'string');
  return typeof value === 'string' ? value.split(/[ ,]+/).filter((scope) => scope !== '') : [];
}
