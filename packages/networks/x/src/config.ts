import type { Secret } from '@fanfare/network';

/**
 * The addresses and the developer app of this installation for X.
 *
 * @example
 * const config: XConfig = { ...X_DEFAULTS, clientId: 'VGhp…', clientSecret: new Secret('…') };
 */
export type XConfig = {
  /** API origin without a trailing slash; a path prefix is allowed. */
  readonly apiUrl: string;
  /** Origin of consent page and public posts, without a trailing slash; may have a path. */
  readonly webUrl: string;
  readonly clientId: string;
  /** Null for a public client (app type "Native App"), which proves itself by PKCE alone. */
  readonly clientSecret: Secret | null;
  /** Scopes to ask for; `X_DEFAULTS.scopes` when absent. */
  readonly scopes?: readonly string[];
};

/** Scopes of each action; X grants the first three together (X API, scopes, 2026-08). */
export const READ_SCOPES = ['tweet.read', 'users.read'] as const;
export const WRITE_SCOPES = ['tweet.read', 'tweet.write', 'users.read'] as const;
/** A younger scope: older accounts get a bare 403 (PLhery/node-twitter-api-v2 issue 588). */
export const MEDIA_SCOPES = ['media.write'] as const;

/** Scopes that publishing needs. X fixes them in the token: a missing one needs a connect. */
export const REQUIRED_SCOPES = [...WRITE_SCOPES, ...MEDIA_SCOPES] as const;

/** The real X. Without `offline.access` an account expires after two hours. */
export const X_DEFAULTS = {
  apiUrl: 'https://api.x.com',
  webUrl: 'https://x.com',
  scopes: [...REQUIRED_SCOPES, 'offline.access'],
} as const;
