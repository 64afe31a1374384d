import type { ApiVersions, Secret } from '@fanfare/network';
import type { Graph } from '@fanfare/network-meta';

/** Addresses without a trailing slash; each may carry a path prefix. */
export type InstagramConfig = {
  /** Consent window. */
  readonly wwwUrl: string;
  /** Code exchange. */
  readonly apiUrl: string;
  /** Everything else. */
  readonly graphUrl: string;
  /** Always sent: versionless calls follow a setting of the app. */
  readonly versions: ApiVersions;
  /** The Instagram app id, which is not the Meta app id. */
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly scopes?: readonly string[];
};

/** The real network. All scopes at once, since a user's approval fixes them. Meta, 2026-03. */
export const INSTAGRAM_DEFAULTS = {
  wwwUrl: 'https://www.instagram.com',
  apiUrl: 'https://api.instagram.com',
  graphUrl: 'https://graph.instagram.com',
  scopes: [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
    'instagram_business_manage_insights',
  ],
} as const satisfies Omit<InstagramConfig, 'versions' | 'clientId' | 'clientSecret'>;

/** Nothing can be published without these. */
export const REQUIRED_SCOPES = ['instagram_business_basic', 'instagram_business_content_publish'] as const;

/** The versioned part of the API. */
export const versionedGraph = (config: Pick<InstagramConfig, 'graphUrl' | 'versions'>): Graph => ({
  network: 'Instagram',
  baseUrl: config.graphUrl,
  versions: config.versions,
});
