import type { NetworkName } from '../simulator.ts';

export const networkLabels: Readonly<Record<NetworkName, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
  hub: 'Hub',
};
