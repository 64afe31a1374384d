import { NetworkMark } from '../icons/network-mark.tsx';
import styles from './avatar.module.css';

type Props = { readonly username: string; readonly network: string; readonly size?: 'medium' | 'large' };

/** The picture of an account: the first letter of its name, and the mark of its network. */
export function Avatar({ username, network, size = 'medium' }: Props) {
  const [letter = '?'] = [...username.replace(/^[^\p{L}\p{N}]+/u, '')];
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {letter.toUpperCase()}
      <span className={styles.mark}>
        <NetworkMark network={network} named />
      </span>
    </span>
  );
}
