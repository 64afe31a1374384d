import type { ApiVersions, Secret } from '@fanfare/network';

/**
 * How this installation reaches LinkedIn: addresses, API version and the developer app it acts for.
 *
 * @example
 * const config: LinkedinConfig = { ...LINKEDIN_DEFAULTS, versions: linkedinVersions(), clientId: '86x…', clientSecret: new Secret('…') };
 */
export type LinkedinConfig = {
  /** API origin without a trailing slash; a path prefix is allowed. */
  readonly apiUrl: string;
  /** Origin of sign-in, token and public post addresses, without a trailing slash; a path prefix is allowed. */
  readonly wwwUrl: string;
  /** What is sent as `LinkedIn-Version` with every versioned call; see `linkedinVersions`. */
  readonly versions: ApiVersions;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Scopes to ask for; `LINKEDIN_DEFAULTS.scopes` when absent. Every one must be approved for the developer app. */
  readonly scopes?: readonly string[];
};

/** What holds for a real LinkedIn app with the two products anybody gets at once: Sign In with LinkedIn using OpenID Connect, and Share on LinkedIn. */
export const LINKEDIN_DEFAULTS = {
  apiUrl: 'https://api.linkedin.com',
  wwwUrl: 'https://www.linkedin.com',
  // One scope too many fails every connect, and pages need a product that LinkedIn approves (gitroomhq/postiz-app pull request 1658, checked 2026-11):
  // operators who have it set the scopes themselves.
  scopes: ['openid', 'profile', 'w_member_social'],
} as const satisfies Partial<LinkedinConfig>;

/** Beside the default ones, what members and the pages they administer need on an app that LinkedIn has approved for pages. */
export const LINKEDIN_PAGE_SCOPES = [
  ...LINKEDIN_DEFAULTS.scopes,
  'r_basicprofile',
  'rw_organization_admin',
  'w_organization_social',
  'r_organization_social',
] as const;
