import type { Post } from '@fanfare/sdk';
import { NetworkMark, networkName } from '../icons/network-mark.tsx';
import { statusOfTarget } from './status.tsx';
import styles from './targets-glance.module.css';

/** The networks of a post, each marked with the state of its target: what is live, what is not. */
export function TargetsGlance({ post }: { readonly post: Pick<Post, 'status' | 'targets'> }) {
  return (
    <ul className={styles.targets} aria-label="Targets">
      {post.targets.map((target) => {
        const { label, tone } = statusOfTarget(target, post.status === 'scheduled');
        const words = `${networkName(target.platform)}: ${label.toLowerCase()}`;
        return (
          <li key={target.id} className={styles.target} data-tone={tone} title={words}>
            <NetworkMark network={target.platform} named />
            <span className="unseen">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
