import { NETWORK_MARKS } from '@fanfare/design-tokens';
import styles from './network-mark.module.css';

const NAMES = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
  hub: 'Hub',
} as const;
type Shipped = keyof typeof NAMES;

const HUB_TYPES: Readonly<Record<string, string>> = { wordpress: 'WordPress', micropub: 'Micropub' };

export const NETWORKS = Object.keys(NAMES) as Shipped[];

/**
 * The name of a platform or of a kind of hub as people know it; of an installation's own its name.
 */
export const networkName = (platform: string): string =>
  platform in NAMES
    ? NAMES[platform as Shipped]
    : (HUB_TYPES[platform] ?? platform.charAt(0).toUpperCase() + platform.slice(1));

/** The mark of a network. It has its name for screen readers unless the name is beside it. */
export function NetworkMark({ network, named = false }: { readonly network: string; readonly named?: boolean }) {
  const name = networkName(network);
  return (
    <span className={styles.mark} title={named ? undefined : name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which pages without React use as well. */}
      <svg viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={{ __html: markOf(network) }} />
      {!named && <span className="unseen">{name}</span>}
    </span>
  );
}

const markOf = (network: string): string => NETWORK_MARKS[network as Shipped] ?? NETWORK_MARKS.hub;
