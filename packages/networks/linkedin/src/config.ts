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

/** What holds for a real LinkedIn app with the products Sign In with LinkedIn, Share on LinkedIn and Advertising API. */
export const LINKEDIN_DEFAULTS = {
  apiUrl: 'https://api.linkedin.com',
  wwwUrl: 'https://www.linkedin.com',
  // One connect gives the person and the pages. Only this set is known to fit on one developer app without the vetted Community
  // Management product, which tolerates no other product beside it (gitroomhq/postiz-app pull request 1658 and
  // postiz-docs pull request 242, checked 2026-11).
  scopes: [
    'openid',
    'profile',
    'w_member_social',
    'r_basicprofile',
    'rw_organization_admin',
    'w_organization_social',
    'r_organization_social',
  ],
} as const;
