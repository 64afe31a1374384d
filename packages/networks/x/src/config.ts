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

/** What publishing cannot do without. X freezes scopes into the token: one that is missing means connecting again. */
export const REQUIRED_SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write'] as const;

/** The real X. `offline.access` is what makes X hand out a refresh token; without it an account lapses after two hours. */
export const X_DEFAULTS = {
  apiUrl: 'https://api.x.com',
  webUrl: 'https://x.com',
  scopes: [...REQUIRED_SCOPES, 'offline.access'],
} as const;
