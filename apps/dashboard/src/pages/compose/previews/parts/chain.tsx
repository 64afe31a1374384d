import type { ReactNode } from 'react';
import type { ComposedPost } from '../../judge.ts';
import { Avatar } from './avatar.tsx';
import styles from './chain.module.css';

type Props = {
  readonly posts: readonly ComposedPost[];
  readonly username: string;
  /** Content beside the picture of the author. */
  readonly children: (post: ComposedPost, position: number) => ReactNode;
};

/** Posts of one author below each other, joined by a line. */
export function Chain({ posts, username, children }: Props) {
  const entries = posts.map((post, i) => (
    <>
      <span className={styles.side}>
        <Avatar username={username} />
      </span>
      <div className={styles.body}>{children(post, i)}</div>
    </>
  ));
  if (entries.length === 1) return <div className={styles.post}>{entries[0]}</div>;
  return (
    <ol className={styles.chain} aria-label="Posts of the chain">
      {entries.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a post is what stands at its place.
        <li key={i} className={styles.post}>
          {entry}
        </li>
      ))}
    </ol>
  );
}
