import type { Secret } from '@fanfare/network';

/**
 * How this installation reaches X, and the developer app it acts for.
 *
 * @example
 * const config: XConfig = { ...X_DEFAULTS, clientId: 'VGhp…', clientSecret: new Secret('…') };
 */
export type XConfig = {
  /** API origin without a trailing slash; a path prefix is allowed. */
  readonly apiUrl: string;
  /** Origin of the consent page and of public post addresses, without a trailing slash; a path prefix is allowed. */
  readonly webUrl: string;
  readonly clientId: string;
  /** Null for a public client (app type "Native App"), which proves itself by PKCE alone. */
  readonly clientSecret: Secret | null;
  /** Scopes to ask for; `X_DEFAULTS.scopes` when absent. */
  readonly scopes?: readonly string[];
};

/** What each thing needs; X grants the first three together with every connect (X API, OAuth 2.0 scopes, checked 2026-08). */
export const READ_SCOPES = ['tweet.read', 'users.read'] as const;
export const WRITE_SCOPES = ['tweet.read', 'tweet.write', 'users.read'] as const;
/** Younger than the others: accounts connected before it existed get a bare 403 on uploads (PLhery/node-twitter-api-v2 issue 588). */
export const MEDIA_SCOPES = ['media.write'] as const;

/** Nothing can be published without these. X fixes scopes in the token: the owner has to connect again for a missing one. */
export const REQUIRED_SCOPES = [...WRITE_SCOPES, ...MEDIA_SCOPES] as const;

/** The real X. `offline.access` is what makes X issue a refresh token; without it an account expires after two hours. */
export const X_DEFAULTS = {
  apiUrl: 'https://api.x.com',
  webUrl: 'https://x.com',
  scopes: [...REQUIRED_SCOPES, 'offline.access'],
} as const;
