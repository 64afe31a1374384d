import { useState } from 'react';
import { relativeTime } from './relative-time.ts';
import styles from './time.module.css';

type Props = {
  readonly at: string;
  /** A button that copies the exact time, for single times: each is a stop of the Tab key. */
  readonly copyable?: boolean;
};

/** A moment: relative up to a week, then its date. Hovering shows the exact UTC time. */
export function Time({ at, copyable = false }: Props) {
  const [copied, setCopied] = useState(false);
  const exact = `${at.slice(0, 19).replace('T', ' ')} UTC`;
  const words = copied ? 'Copied' : relativeTime(new Date(at), new Date());
  const time = (
    <time dateTime={at} title={exact} className={styles.time}>
      {words}
    </time>
  );
  if (!copyable) return time;
  return (
    <button
      type="button"
      className={styles.copy}
      // People who speak to their browser say the words that are shown.
      aria-label={`${words}, copy ${exact}`}
      onClick={() => void navigator.clipboard.writeText(at).then(() => setCopied(true))}
      onBlur={() => setCopied(false)}
    >
      {time}
    </button>
  );
}
