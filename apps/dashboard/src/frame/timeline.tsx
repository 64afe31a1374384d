import type { ReactNode } from 'react';
import type { Tone } from '../parts/badge.tsx';
import { Time } from './time.tsx';
import styles from './timeline.module.css';

export type TimelineEntry = {
  readonly key: string;
  readonly at: string;
  /** An event, as a sentence without its end. */
  readonly title: ReactNode;
  readonly tone?: Tone;
  /** Answers, waits, what to do. */
  readonly detail?: ReactNode;
};

/** Events, in order. */
export function Timeline({ label, entries }: { readonly label: string; readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map(({ key, at, title, tone = 'plain', detail }) => (
        <li key={key} className={styles.entry} data-tone={tone}>
          <div className={styles.head}>
            <span className={styles.title}>{title}</span>
            <span className={styles.time}>
              <Time at={at} />
            </span>
          </div>
          {detail && <div className={styles.detail}>{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
