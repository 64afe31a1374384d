import type { OAuthPlatform } from '@fanfare/sdk';

/** Display names of the networks. */
export const NETWORKS: Readonly<Record<OAuthPlatform, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
};

export const isNetwork = (name: string): name is OAuthPlatform => Object.hasOwn(NETWORKS, name);
