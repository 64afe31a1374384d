import type { PostLinks } from '@fanfare/app-contract';
import type { Post } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Time } from '../frame/time.tsx';
import { LinkedPosts } from './linked-posts.tsx';
import styles from './post-line.module.css';
import { lineOf } from './post-text.ts';
import { timeOf } from './post-time.ts';
import { isWithoutAccount, PostBadge, WITHOUT_ACCOUNT } from './status.tsx';
import { TargetsGlance } from './targets-glance.tsx';

type Props = {
  readonly post: Post;
  readonly links?: PostLinks | undefined;
  readonly note?: ReactNode;
  /** Actions that the line offers. */
  readonly action?: ReactNode;
};

/** One post in a list: its text, its targets, its state and its time. Leads to its page. */
export function PostLine({ post, links, note, action }: Props) {
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <Link href={`/posts/${post.id}`} className={styles.link}>
          {lineOf(post)}
        </Link>
        {isWithoutAccount(post) && <p className={styles.note}>{WITHOUT_ACCOUNT}</p>}
        {note && <p className={styles.note}>{note}</p>}
        {links && (
          <p className={styles.note}>
            <LinkedPosts links={links} />
          </p>
        )}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      <TargetsGlance post={post} />
      <PostBadge post={post} />
      <span className={styles.time}>
        <Time at={timeOf(post).at} />
      </span>
    </li>
  );
}
