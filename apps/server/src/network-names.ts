import type { Platform } from '@fanfare/contract';

/** What people call a network. */
export const NETWORK_NAMES: Readonly<Record<Platform, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
  hub: 'your hub',
};
