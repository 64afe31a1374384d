import type { Secret } from '@fanfare/network';
import type { Graph } from '@fanfare/network-meta';

/** Addresses without a trailing slash; each may carry a path prefix. */
export type ThreadsConfig = {
  /** Consent window. */
  readonly wwwUrl: string;
  /** Everything else, the code exchange included. */
  readonly graphUrl: string;
  /** The Threads app id, which is not the Meta app id. */
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly scopes?: readonly string[];
};

/** The real network. All scopes at once. Meta, Threads get access tokens, checked 2026-10. */
export const THREADS_DEFAULTS = {
  wwwUrl: 'https://www.threads.net',
  graphUrl: 'https://graph.threads.net',
  scopes: [
    ...['threads_basic', 'threads_content_publish'],
    ...['threads_manage_replies', 'threads_manage_insights', 'threads_delete'],
  ],
} as const satisfies Omit<ThreadsConfig, 'clientId' | 'clientSecret'>;

/** Nothing can be published without these. */
export const REQUIRED_SCOPES = ['threads_basic', 'threads_content_publish'] as const;

/** The versioned part of the API; v1.0 is the only version there is (2026-10). */
export const versionedGraph = (config: Pick<ThreadsConfig, 'graphUrl'>): Graph => ({
  network: 'Threads',
  baseUrl: `${config.graphUrl}/v1.0`,
});
