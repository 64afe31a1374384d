import type { Platform } from '@fanfare/sdk';

const NETWORKS: Readonly<Partial<Record<Platform, { readonly name: string; readonly mark: string }>>> = {
  instagram: { name: 'Instagram', mark: 'Ig' },
  threads: { name: 'Threads', mark: 'Th' },
  x: { name: 'X', mark: 'X' },
  linkedin: { name: 'LinkedIn', mark: 'in' },
};

/** The networks whose accounts people connect on the network's own page. */
export const CONNECTABLE = ['instagram', 'threads', 'x', 'linkedin'] as const;

export const networkName = (platform: Platform): string => NETWORKS[platform]?.name ?? platform;

/** A network's logo; its name stands beside it or in its label. */
export function NetworkMark({ platform }: { readonly platform: Platform }) {
  return (
    <span className={`mark ${platform}`} aria-hidden="true">
      {NETWORKS[platform]?.mark ?? platform.slice(0, 2)}
    </span>
  );
}
