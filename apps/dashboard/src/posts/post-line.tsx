import type { Post } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Time } from '../frame/time.tsx';
import { NetworkMark } from '../icons/network-mark.tsx';
import styles from './post-line.module.css';
import { PostBadge } from './status.tsx';

/** One post in a list: its text, its networks, its state and its time. Leads to its page. */
export function PostLine({ post, note }: { readonly post: Post; readonly note?: ReactNode }) {
  const networks = [...new Set(post.targets.map(({ platform }) => platform))];
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <Link href={`/posts/${post.id}`} className={styles.link}>
          {post.content.trim() || 'Without text'}
        </Link>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <span className={styles.networks}>
        {networks.map((network) => (
          <NetworkMark key={network} network={network} />
        ))}
      </span>
      <PostBadge post={post} />
      <span className={styles.time}>
        <Time at={post.publishAt ?? post.createdAt} />
      </span>
    </li>
  );
}
