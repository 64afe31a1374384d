import type { OAuthAdapter } from './adapter.ts';
import type { ApiVersions } from './api-versions.ts';

/**
 * One network of an installation: what its package hands to the server.
 *
 * @example
 * const network: Network = { name: 'X', adapter: createX(config), configured: config.clientId !== '', origins: ['https://api.x.com'] };
 */
export type Network = {
  /** The usual name; the pages of the connect flow show it. */
  readonly name: string;
  readonly adapter: OAuthAdapter;
  /** False until the operator has given the app credentials: rules work, connecting does not. */
  readonly configured: boolean;
  /** Origins that the operator chose; exempt from the private-address rule. */
  readonly origins: readonly string[];
  /** Absent where the network's API has no versions that end. */
  readonly versions?: ApiVersions;
};
