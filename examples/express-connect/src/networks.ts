import type { OAuthPlatform } from '@fanfare/sdk';

/** What people call the networks they can connect. */
export const NETWORKS: Readonly<Record<OAuthPlatform, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
};

export const isNetwork = (name: string): name is OAuthPlatform => Object.hasOwn(NETWORKS, name);
