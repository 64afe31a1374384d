import type { Post } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Time } from '../frame/time.tsx';
import styles from './post-line.module.css';
import { PostBadge } from './status.tsx';
import { TargetsGlance } from './targets-glance.tsx';

/** One post in a list: its text, its targets, its state and its time. Leads to its page. */
export function PostLine({ post, note }: { readonly post: Post; readonly note?: ReactNode }) {
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <Link href={`/posts/${post.id}`} className={styles.link}>
          {post.content.trim() || 'Without text'}
        </Link>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <TargetsGlance post={post} />
      <PostBadge post={post} />
      <span className={styles.time}>
        <Time at={post.publishAt ?? post.createdAt} />
      </span>
    </li>
  );
}
