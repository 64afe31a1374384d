import type { ApiVersions, Secret } from '@fanfare/network';

/**
 * The addresses, the API version and the developer app of this installation for LinkedIn.
 *
 * @example
 * const config: LinkedinConfig = { ...LINKEDIN_DEFAULTS, versions: linkedinVersions(), clientId: '86x…', clientSecret: new Secret('…') };
 */
export type LinkedinConfig = {
  /** API origin without a trailing slash; a path prefix is allowed. */
  readonly apiUrl: string;
  /** Origin of sign-in, token and public posts, without a trailing slash; may have a path. */
  readonly wwwUrl: string;
  /** Versions for the header `LinkedIn-Version`; see `linkedinVersions`. */
  readonly versions: ApiVersions;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Scopes of the connect, approved for the app; default `LINKEDIN_DEFAULTS.scopes`. */
  readonly scopes?: readonly string[];
};

/** Defaults of an app with Sign In with LinkedIn using OpenID Connect, and Share on LinkedIn. */
export const LINKEDIN_DEFAULTS = {
  apiUrl: 'https://api.linkedin.com',
  wwwUrl: 'https://www.linkedin.com',
  // One scope too many fails every connect, and pages need a product that LinkedIn approves
  // (gitroomhq/postiz-app pull request 1658, checked 2026-11): operators who have it set the scopes
  // themselves.
  scopes: ['openid', 'profile', 'w_member_social'],
} as const satisfies Partial<LinkedinConfig>;

/** Further scopes of an app that LinkedIn approved for pages. */
export const LINKEDIN_PAGE_SCOPES = [
  ...LINKEDIN_DEFAULTS.scopes,
  'r_basicprofile',
  'rw_organization_admin',
  'w_organization_social',
  'r_organization_social',
] as const;
