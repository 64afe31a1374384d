import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import styles from './story.module.css';

type Props = {
  readonly label: string;
  readonly username: string;
  readonly time: string;
  /** Words below the name. */
  readonly note?: string | false | undefined;
  /** The picture or video; nothing before one is chosen. */
  readonly children: ReactNode;
};

/** A story fills the screen: 9:16, without a text. */
export const Story = ({ label, username, time, note, children }: Props) => (
  <article className={styles.story} aria-label={label}>
    {children || <p className={styles.blank}>A picture or a video goes here</p>}
    <header className={styles.head}>
      <span className={styles.progress} aria-hidden="true" />
      <Avatar username={username} />
      <p>
        <bdi className={styles.name}>{username}</bdi> {time}
        {note && <span className={styles.note}>{note}</span>}
      </p>
    </header>
  </article>
);
