import type { InstagramOptions } from '@fanfare/contract';
import { UserRound } from 'lucide-react';
import styles from './user-tags.module.css';

type Props = {
  readonly tags: NonNullable<InstagramOptions['userTags']>;
  /** Position of the picture or video that they are drawn on. */
  readonly position: number;
};

/** The accounts that are tagged on one item: at their place, and below it those without one. */
export function UserTags({ tags, position }: Props) {
  const here = tags.filter(({ mediaIndex = 0 }) => mediaIndex === position);
  const placed = here.filter(({ x, y }) => x !== undefined && y !== undefined);
  const others = here.filter((tag) => !placed.includes(tag));
  return (
    <>
      {placed.map(({ username, x = 0, y = 0 }) => (
        <span
          key={username}
          className={styles.tag}
          style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
        >
          {username}
        </span>
      ))}
      {others.length > 0 && (
        <p className={styles.others}>
          <UserRound aria-hidden /> {others.map(({ username }) => username).join(', ')}
        </p>
      )}
    </>
  );
}
